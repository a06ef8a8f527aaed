import Glibc
import Posix

/// Where the project's own files lie while its tests run.
public enum Project {
  /// The top of the project.
  public static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  public static let fixtures = root + "/Fixtures"
  public static let music = root + "/Fixtures/Music"
  public static let rig = root + "/Tests/Rig"

  /// The folder in which `swift test` has built the programs: that of the test bundle.
  public static let programs: String = {
    let bundle =
      CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? Program.executable() ?? ""
    return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.endIndex)])
  }()
}
