import Glibc
import Media
import Posix

/// Gives the folders of a root to the kernel to watch, on a thread that may wait for the root's file system.
struct FolderWatching: Sendable {
  private let root: FilePath
  private let roots: [FilePath]
  private let kernel: FileNotifications?
  private let pulse: Pulse
  private let isStopped: @Sendable () -> Bool

  /// Of the folder above the root.
  private(set) var parent: Int32?
  private(set) var identity: RootIdentity?
  /// Whether the kernel hears of all that happens in the root.
  private(set) var isTold = false
  private(set) var folders: [(watch: Int32, path: FilePath)] = []
  /// What kept others from being watched.
  private(set) var failure: PosixError?

  /// - Parameters:
  ///   - roots: All music folders.
  ///   - pulse: Beats as long as the file system answers.
  init(
    _ root: FilePath, _ roots: [FilePath], _ kernel: FileNotifications?, _ pulse: Pulse,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    self.root = root
    self.roots = roots
    self.kernel = kernel
    self.pulse = pulse
    self.isStopped = isStopped
  }

  /// Watches all of the root, and where it comes up when it is not there, or goes.
  mutating func watchRoot(_ isTold: (FilePath) -> Bool) {
    identity = RootIdentity(of: root)
    self.isTold = isTold(root)
    do throws(PosixError) {
      parent = try Self.add(root.parent, .names, kernel)
    } catch { failure = error }
    watch(below: FilePath(bytes: []))
  }

  /// Watches a folder and all folders below it, before they are looked into.
  mutating func watch(below folder: FilePath) {
    guard failure == nil else { return }
    let (root, kernel, isStopped) = (root, kernel, isStopped)
    var walk = FolderWalk(root: root, roots: roots)
    walk.pulse = pulse
    let given = Guarded<(folders: [(watch: Int32, path: FilePath)], failure: PosixError?)>(
      ([], nil))
    walk.onlyFolders { path in
      do throws(PosixError) {
        guard let watch = try Self.add(root.appending(path), .changes, kernel) else { return }
        given.withLock { $0.folders.append((watch, path)) }
      } catch {
        given.withLock { $0.failure = $0.failure ?? error }
      }
    }
    // The walk itself fails at nothing.
    walk.walk(folder) { _ in !isStopped() && given.withLock { $0.failure == nil } }
    let all = given.withLock { $0 }
    (folders, failure) = (all.folders, all.failure)
  }

  /// - Returns: `nil` for what is no folder, or may not be looked into.
  private static func add(
    _ path: FilePath, _ kinds: FileNotifications.Kinds, _ kernel: FileNotifications?
  ) throws(PosixError) -> Int32? {
    guard let kernel else { return nil }
    do throws(PosixError) {
      return try path.withCString { text throws(PosixError) in try kernel.add(text, kinds) }
    } catch {
      if error.code == ENOSPC || error.code == ENOMEM { throw error }
      return nil
    }
  }
}
