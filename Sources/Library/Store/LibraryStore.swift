import Media

/// The library as it is stored: one connection to its database, used by one thread at a time.
///
/// Reads take what they need and are over when they return: nothing stays open between batches, so
/// that a slow reader holds up nobody.
public final class LibraryStore: Sendable {
  public enum Access: Sendable, Hashable {
    /// Of a library that is there.
    case read
    /// The file and its folder are made when missing.
    case write
  }

  /// The database.
  public let path: String

  /// - Parameter locale: What a new library is ordered by, as in `LANG`: `pl_PL.UTF-8`.
  public init(path: String, access: Access, locale: String? = nil) throws(LibraryError) {
    self.path = path
    throw .noLibrary(path: path)
  }
}

/// Items.
extension LibraryStore {
  /// The items meant, in library order.
  public func items(_ query: MediaQuery = .songs) throws(LibraryError) -> [MediaItem] { [] }

  /// The items meant, in library order and in batches; ends early when `body` answers `false`.
  public func forEachBatch(
    _ query: MediaQuery, size: Int = 500, _ body: ([MediaItem]) -> Bool
  ) throws(LibraryError) {}

  /// As `forEachBatch`, with the text that each item is searched in.
  public func forEachRows(
    _ query: MediaQuery, size: Int = 500, _ body: ([LibraryRow]) -> Bool
  ) throws(LibraryError) {}

  /// How many items are meant, the query's window aside.
  public func count(_ query: MediaQuery = .songs) throws(LibraryError) -> Int { 0 }

  /// The item that clients name so; with several roots the root's name may be left out where only
  /// one item fits.
  public func item(uri: String) throws(LibraryError) -> MediaItem? { nil }

  public func item(_ id: PersistentID) throws(LibraryError) -> MediaItem? { nil }

  /// The items with these identities in their order; those that are not there are left out.
  public func items(_ ids: [PersistentID]) throws(LibraryError) -> [MediaItem] { [] }

  /// The item of a file.
  public func item(path: FilePath) throws(LibraryError) -> MediaItem? { nil }
}

/// Folders.
extension LibraryStore {
  /// What lies directly in a folder; `nil` when there is no such folder. The top is the empty URI.
  public func folder(_ uri: String) throws(LibraryError) -> FolderListing? { nil }

  /// Everything below a folder, itself not included; `nil` when there is no such folder.
  public func tree(_ uri: String) throws(LibraryError) -> [FolderEntry]? { nil }
}

/// The library as a whole.
extension LibraryStore {
  public func statistics() throws(LibraryError) -> LibraryStatistics { LibraryStatistics() }

  /// In the order in which they were added.
  public func roots() throws(LibraryError) -> [MusicRoot] { [] }

  /// Remembers a music folder; nothing happens to one that is remembered or lies inside another.
  @discardableResult
  public func addRoot(_ path: FilePath) throws(LibraryError) -> MusicRoot { throw .noRoots }

  /// What the last scans found wrong, by path.
  public func problems() throws(LibraryError) -> [ScanProblem] { [] }

  /// Grows with every change of items that others can see.
  public func version() throws(LibraryError) -> Int64 { 0 }

  /// How far the scan is that runs now, in whatever program; `nil` when none does.
  public func runningScan() throws(LibraryError) -> ScanProgress? { nil }
}

/// The player's memory; written by the daemon alone.
extension LibraryStore {
  /// Durable when it returns.
  public func save(_ queue: SavedQueue) throws(LibraryError) {}

  public func savedQueue() throws(LibraryError) -> SavedQueue { SavedQueue() }

  /// Survives the death of the program; the loss of power only when `durable`.
  public func save(_ player: SavedPlayer, durable: Bool) throws(LibraryError) {}

  /// `nil` when nothing was saved yet.
  public func savedPlayer() throws(LibraryError) -> SavedPlayer? { nil }
}
