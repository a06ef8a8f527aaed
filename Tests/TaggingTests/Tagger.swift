import Glibc
import Media
import Posix
import TestSupport
import Testing

@testable import Worker

/// A tagger process, with deadlines on its answers.
struct Tagger {
  let process: WorkerProcess

  init() throws { process = try WorkerProcess(Project.programs + "/segue-tagger") }

  /// The answers for a batch of files.
  func read(_ paths: [String]) throws -> [TagReply] {
    let files = try paths.map { FileDescriptor.Owned(try FileDescriptor(opening: $0).release()) }
    try ask(paths.map { FilePath($0).fileExtension }, files.map(\.raw))
    return try paths.map { _ in try answer() }
  }

  func ask(_ extensions: [String], _ descriptors: [Int32]) throws {
    try process.socket.send(
      TagRequest(extensions: extensions).encoded(), descriptors: descriptors)
  }

  /// The next answer; an error when the process ends or takes longer than 30 s.
  func answer() throws -> TagReply {
    guard try process.socket.waitForMessage(milliseconds: 30_000),
      let message = try process.socket.receive()
    else { throw process.failure() }
    return try TagReply(decoding: message.bytes)
  }
}

enum MusicFolder {
  /// The audio files in a folder and those below it, in no particular order but always the same.
  static func files(_ folder: String) throws -> [String] {
    guard let entries = opendir(folder) else { throw PosixError("open \(folder)") }
    defer { closedir(entries) }
    var files: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") || name.hasSuffix(".jpg") { continue }
      let path = "\(folder)/\(name)"
      if entry.pointee.d_type == DT_DIR {
        files += try Self.files(path)
      } else {
        files.append(path)
      }
    }
    return files.sorted()
  }
}
