import Media
import Worker

/// A file or folder that a scan found something wrong with.
public struct ScanProblem: Sendable, Hashable {
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// It gave no tags.
    case unreadable
    /// It brought down what reads tags, and is left alone until it changes.
    case quarantined
  }

  /// Absolute.
  public var path: FilePath
  public var status: Status
  /// The class of failure.
  public var kind: ReadFailure.Kind
  /// A sentence for a person.
  public var reason: String
}
