import Library
import MPDProtocol
import Media
import Posix

// What lies in a folder, music or not.
extension Command {
  static let files = [
    Command("listfiles", .read, 0...1) { daemon, call throws(MPDError) in
      let name = call.optional(0) ?? ""
      if name.hasPrefix("file://") || name.hasPrefix("/") && name != "/" {
        guard call.session.isLocal else { throw MPDError(.permission, "Access denied") }
        let path = name.hasPrefix("/") ? name : String(name.dropFirst("file://".count))
        return listing(of: FilePath(path), daemon)
      }
      if name.contains("://") { throw MPDError(.argument, "Unsupported URI scheme") }
      return try folder(name == "/" ? "" : name, daemon)
    }
  ]

  /// A folder of the library.
  @MainActor
  private static func folder(_ uri: String, _ daemon: Daemon) throws(MPDError) -> Outcome {
    let uri = uri.hasSuffix("/") ? String(uri.dropLast()) : uri
    let names = uri.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isSafe = names.allSatisfy { $0.first != UInt8(ascii: ".") && !$0.isEmpty }
    guard uri.isEmpty || isSafe else { throw MPDError(.argument, "Bad URI") }
    return .asking(
      daemon,
      { store throws(LibraryError) in
        (try store.path(ofFolder: uri), uri.isEmpty ? try store.roots() : [])
      },
      then: { daemon, found throws(MPDError) in
        let (path, roots) = found
        if let path { return listing(of: path, daemon) }
        guard uri.isEmpty else { throw MPDError(.noExist, "No such directory") }
        return .answer { answer in
          for root in roots { answer.line("directory", root.name) }
        }
      })
  }

  @MainActor
  private static func listing(of path: FilePath, _ daemon: Daemon) -> Outcome {
    .later(
      Job(queue: daemon.outside.queue) {
        let result = Result { () throws(PosixError) in try FolderFile.all(in: path) }
        return { _ throws(MPDError) in
          switch result {
          case .success(let files): return .pages(pages(of: files))
          case .failure(let error):
            throw MPDError(.system, "Failed to open \(path.uri): \(error.reason)")
          }
        }
      })
  }

  private static func pages(of files: [FolderFile]) -> Pages {
    Pages(count: files.count) { part, answer in
      let file = files[part]
      if file.isFolder {
        answer.line("directory", file.name)
      } else {
        answer.line("file", file.name)
        answer.line("size", file.size)
      }
      answer.line("Last-Modified", file.modified.description)
    }
  }
}
