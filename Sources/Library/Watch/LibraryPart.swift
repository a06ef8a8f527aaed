import Media

/// Parts of roots that are to be looked at.
public struct LibraryParts: Sendable, Hashable {
  public struct Folder: Sendable, Hashable {
    public var root: Int64
    /// Below the root.
    public var path: FilePath
  }

  /// With what lies directly in them.
  var shallow: Set<Folder> = []
  /// With all that is below them.
  var deep: Set<Folder> = []
  /// Files that are just being written.
  var unfinished: Set<FilePlace> = []

  public init() {}

  /// All of the roots with these numbers.
  public init(roots: some Sequence<Int64>) {
    deep = Set(roots.map { Folder(root: $0, path: FilePath(bytes: [])) })
  }

  public var isEmpty: Bool { shallow.isEmpty && deep.isEmpty }

  /// Adds others, which are younger: of what is being written, they know.
  public mutating func formUnion(_ other: LibraryParts) {
    shallow.formUnion(other.shallow)
    deep.formUnion(other.deep)
    unfinished = other.unfinished
  }

  /// Without those that lie in others.
  mutating func simplify() {
    let all = deep
    func isCovered(_ folder: Folder) -> Bool {
      var above = folder
      while !above.path.bytes.isEmpty {
        above.path = above.path.parent
        if all.contains(above) { return true }
      }
      return false
    }
    deep = all.filter { !isCovered($0) }
    shallow = shallow.filter { !all.contains($0) && !isCovered($0) }
  }
}
