import Glibc

/// What the kernel tells of changes in folders (inotify).
public final class FileNotifications: Sendable {
  public struct Kinds: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    private init(_ value: some BinaryInteger) { rawValue = UInt32(truncatingIfNeeded: value) }

    public static let modified = Kinds(IN_MODIFY)
    public static let attributes = Kinds(IN_ATTRIB)
    public static let written = Kinds(IN_CLOSE_WRITE)
    public static let movedFrom = Kinds(IN_MOVED_FROM)
    public static let movedTo = Kinds(IN_MOVED_TO)
    public static let created = Kinds(IN_CREATE)
    public static let deleted = Kinds(IN_DELETE)
    public static let selfDeleted = Kinds(IN_DELETE_SELF)
    public static let selfMoved = Kinds(IN_MOVE_SELF)
    /// What came in spite of what was asked for.
    public static let unmounted = Kinds(IN_UNMOUNT)
    public static let overflow = Kinds(IN_Q_OVERFLOW)
    public static let ignored = Kinds(IN_IGNORED)
    public static let folder = Kinds(IN_ISDIR)

    /// All that can change what a folder holds.
    public static let changes: Kinds = [
      .modified, .attributes, .written, .movedFrom, .movedTo, .created, .deleted, .selfDeleted,
      .selfMoved,
    ]
    /// What can bring and take away what is in a folder.
    public static let names: Kinds = [.movedFrom, .movedTo, .created, .deleted]
  }

  public struct Event: Sendable {
    /// What `add` answered; -1 for an overflow.
    public let watch: Int32
    public let kinds: Kinds
    /// The same for both ends of a move.
    public let cookie: UInt32
    /// In the folder; empty for the folder itself.
    public let name: [UInt8]
  }

  /// Readable when something has happened.
  public let raw: Int32

  public init() throws(PosixError) {
    raw = try retrying("watch folders") { inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }
  }

  deinit { close(raw) }

  /// Watches a folder; one that is watched already has the same number, and is told of both kinds.
  public func add(_ path: UnsafePointer<CChar>, _ kinds: Kinds) throws(PosixError) -> Int32 {
    let mask = kinds.rawValue | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK) | UInt32(IN_MASK_ADD)
    return try retrying("watch \(String(cString: path))") { inotify_add_watch(raw, path, mask) }
  }

  public func remove(_ watch: Int32) { inotify_rm_watch(raw, watch) }

  /// What has happened and was not yet read.
  public func read() -> [Event] {
    var events: [Event] = []
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      while true {
        let count = Glibc.read(raw, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), &events)
      }
    }
    return events
  }

  private static func parse(_ bytes: UnsafeRawBufferPointer, _ events: inout [Event]) {
    let head = MemoryLayout<inotify_event>.size
    var start = 0
    while start + head <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
      let end = min(bytes.count, start + head + Int(event.len))
      let name = bytes[(start + head)..<end].prefix { $0 != 0 }
      events.append(
        Event(
          watch: event.wd, kinds: Kinds(rawValue: event.mask), cookie: event.cookie,
          name: Array(name)))
      start = end
    }
  }
}
