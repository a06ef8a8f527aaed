import Media
import Worker

/// A file or folder that a scan found something wrong with.
public struct ScanProblem: Sendable, Hashable {
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// It gave no tags.
    case unreadable
    /// It brought down what reads tags, and is left alone until it changes.
    case quarantined
    /// It is an item of which nothing is known but its name.
    case untagged
    /// Bytes of its tags were no text in the encoding that they are said to be in.
    case replacedBytes
    /// It is a playlist or cue sheet with entries that are not found.
    case brokenPlaylist
    /// It has, or may have, the same sound as another item.
    case duplicate
  }

  /// The status, in the database alone, of what is no music and never claimed to be: it is not looked at again.
  static let passedOver = "passedOver"

  /// Absolute.
  public var path: FilePath
  public var status: Status
  /// The class of failure; `nil` where the status says it all.
  public var kind: ReadFailure.Kind?
  /// A sentence for a person.
  public var reason: String

  public init(path: FilePath, status: Status, kind: ReadFailure.Kind?, reason: String) {
    (self.path, self.status, self.kind, self.reason) = (path, status, kind, reason)
  }
}
