import Glibc
import Posix
import Testing

/// What a daemon costs.
extension RunningDaemon {
  /// What it has in memory for itself, in KiB.
  func memory() throws -> Int {
    let text = try FileDescriptor(opening: "/proc/\(program.pid)/smaps_rollup").readAll()
    let line = String(decoding: text, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("Pss_Anon:") }
    return try #require(line?.split(separator: " ").dropLast().last.flatMap { Int($0) })
  }

  /// How many descriptors it has open.
  func descriptors() throws -> Int {
    let folder = try #require(opendir("/proc/\(program.pid)/fd"))
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }
}
