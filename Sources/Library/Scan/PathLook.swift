@preconcurrency import Dispatch
import Glibc
import Media
import Posix

/// What lies at a path, as far as its file system answers.
public struct PathLook: Sendable {
  /// The path without links; `nil` when nothing is there.
  public let real: FilePath?
  private let kind: FileStatus.Kind?

  public var isFile: Bool { kind == .file }
  public var isFolder: Bool { kind == .folder }

  /// Looks without waiting for ever.
  ///
  /// - Parameters:
  ///   - root: What has one file system with it, and is not asked again before it has answered; `nil` for the path.
  ///   - goesOn: Asked while it is waited for.
  /// - Returns: `nil` when nothing answers there.
  public static func at(
    _ path: FilePath, in root: FilePath? = nil, patience: Duration = .seconds(10),
    on queue: DispatchQueue = DispatchQueue(label: "segue.look", qos: .userInitiated),
    goesOn: () -> Bool = { true }
  ) -> PathLook? {
    let look: @Sendable (Pulse) -> PathLook = { _ in PathLook(path) }
    return SilentRoots.ask(root ?? path, patience: patience, on: queue, goesOn: goesOn, look)
  }

  private init(_ path: FilePath) {
    real = ScanTarget.real(path)
    let status = try? real?.withCString { text throws(PosixError) in try FileStatus(text) }
    kind = status?.kind
  }
}
