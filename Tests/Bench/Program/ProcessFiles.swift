import Glibc
import Posix

/// What `/proc` says of processes.
enum ProcessFiles {
  static func read(_ path: String) -> String {
    let bytes = (try? FileDescriptor(opening: path).readAll()) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A process and all that come from it.
  static func tree(_ pid: pid_t) -> [pid_t] {
    var all = [pid]
    var next = 0
    while next < all.count {
      let tasks = names("/proc/\(all[next])/task")
      for task in tasks {
        let children = read("/proc/\(all[next])/task/\(task)/children")
        all += children.split(separator: " ").compactMap { pid_t($0) }
      }
      next += 1
    }
    return all
  }

  /// Memory that is a process's alone, in bytes: what would be free if it ended.
  static func privateMemory(_ pid: pid_t) -> Int {
    let lines = read("/proc/\(pid)/smaps_rollup").split(separator: "\n")
    return lines.filter { $0.hasPrefix("Private_") }.reduce(0) { sum, line in
      sum + (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
  }

  /// A process's memory, with its share of what others use, too, in bytes.
  static func proportionalMemory(_ pid: pid_t) -> Int {
    let lines = read("/proc/\(pid)/smaps_rollup").split(separator: "\n")
    return lines.first { $0.hasPrefix("Pss:") }.flatMap { line in
      line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
    } ?? 0
  }

  /// How often threads of a process began to wait for something.
  static func switches(_ pid: pid_t) -> Int {
    names("/proc/\(pid)/task").reduce(0) { sum, task in
      let lines = read("/proc/\(pid)/task/\(task)/status").split(separator: "\n")
      let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
  }

  /// CPU time that a running process has taken, in seconds.
  static func time(_ pid: pid_t) -> Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func names(_ folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
