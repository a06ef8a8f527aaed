import Testing

@testable import Library

@Suite struct PlaylistFolderNameTests {
  @Test func `each list has a file of its own, whatever it is called`() {
    func file(_ name: String) -> String { PlaylistFolder.fileName(name, suffix: "m3u8") }
    #expect(file("Łódź 1") == "Łódź 1.m3u8")
    let kana = String(repeating: "あ", count: 80)
    let names = [
      "x", "_x", ".x", "_.x", "/x", "../../x", "..", ".", "", "a\0b", kana, kana + "い", kana + "う",
    ]
    let files = names.map(file)
    #expect(Set(files).count == names.count)
    for file in files {
      #expect(file.utf8.count + ".1234567.new".utf8.count <= 255)
      #expect(!file.hasPrefix(".") && !file.contains("/") && !file.contains("\0"), "\(file)")
    }
  }
}
