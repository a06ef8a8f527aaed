import TestSupport
import Testing

@testable import Configuration

@Suite struct ConfigurationReportTests {
  private func report(_ text: String) throws -> [String] {
    let report = try ConfigurationReport(ConfigurationFile(file: "segue.conf", text: text))
    return report.lines.map { line in
      "[\(line.section)] \(line.key) = \(line.value) (\(line.line.map { "\($0)" } ?? "-"))"
    }
  }

  @Test func `each value has its line, or is a default`() throws {
    let lines = try report(
      """
      [library]
      root = /a
      root = /b
      [mpd]
      password = secret@read,add
      max-connections = 5
      [audio]
      mixer = none
      [output Living room]
      device = hw:1
      """)
    for line in [
      "[library] root = /a (2)", "[library] root = /b (3)", "[library] locale =  (-)",
      "[mpd] password = (plain)@read,add (5)", "[mpd] max-connections = 5 (6)",
      "[mpd] default-permissions =  (-)", "[mpd] mpd-compatible = no (-)",
      "[output Living room] type = alsa (-)", "[output Living room] device = hw:1 (10)",
      "[output Living room] mixer = none (8)", "[player] resume = auto (-)",
      "[player] replay-gain-preamp = 0 (-)",
    ] { #expect(lines.contains(line), "\(line) in \(lines)") }
    #expect(!lines.contains { $0.contains("secret") })
  }

  @Test func `what is shown can be written into a file and means the same`() throws {
    let report = try ConfigurationReport(ConfigurationFile(file: "segue.conf", text: ""))
    var text = ""
    for line in report.lines where !line.value.isEmpty {
      text += "[\(line.section)]\n\(line.key) = \(line.value)\n"
    }
    var again = try Settings(file: "shown", text: text)
    #expect(again.defaultPermissions == .remote)
    again.defaultPermissions = nil
    #expect(again == Settings())
  }

  @Test func `every key is shown`() throws {
    let shown = Set(try report("[output x]\ntype = null\n").map { $0.prefix { $0 != "=" } })
    for (section, names) in SettingKey.names {
      for name in names where section != "audio" || name == "close-after-pause" {
        let place = section == "output" ? "output x" : section
        #expect(shown.contains("[\(place)] \(name) "), "\(section) \(name)")
      }
    }
  }

  @Test func `what a running daemon cannot take over is named`() throws {
    func settings(_ text: String) throws -> Settings { try Settings(file: "c", text: text) }
    let old = try settings("[library]\nlocale = pl\n")
    let new = try settings("[library]\nlocale = de\n[audio]\ndevice = hw:0\n[mpd]\npassword = x@\n")
    #expect(old.changesThatNeedARestart(to: new) == ["outputs"])
    #expect(old.changesThatNeedARestart(to: old) == [])
  }
}
