import Glibc
import Posix

/// What it was measured on.
struct Machine: Codable, Sendable, CustomStringConvertible {
  var processor: String
  var cores: Int
  /// In bytes.
  var memory: Int
  var kernel: String

  var description: String {
    "\(processor), \(cores) cores, \(memory >> 30) GiB, Linux \(kernel)"
  }

  static func this() -> Machine {
    var name = utsname()
    uname(&name)
    let kernel = withUnsafeBytes(of: name.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let lines = ProcessFiles.read("/proc/cpuinfo").split(separator: "\n")
    let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
    return Machine(
      processor: model.map { String($0.drop { $0 == " " }) } ?? "an unnamed processor",
      cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
      memory: sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)), kernel: kernel)
  }
}
