import Media

/// Folders of roots in which a scan has found differences.
struct TouchedFolders {
  private var folders: [Int64: Set<FilePath>] = [:]
  /// Whether all count.
  var isAll = false

  mutating func insert(_ root: Int64, _ folder: FilePath) {
    folders[root, default: []].insert(folder)
  }

  /// Those that were put in one by one.
  var all: [(root: Int64, folder: FilePath)] {
    folders.flatMap { root, folders in folders.map { (root, $0) } }
  }

  var isEmpty: Bool { folders.isEmpty && !isAll }

  func contains(_ root: Int64, _ folder: FilePath) -> Bool {
    isAll || folders[root]?.contains(folder) == true
  }

  /// Whether something lies at or below a folder.
  func reaches(_ root: Int64, below folder: FilePath) -> Bool {
    isAll || folders[root]?.contains { $0.isInside(folder) } == true
  }
}
