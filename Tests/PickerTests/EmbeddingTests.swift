import Media
import Posix
import TestSupport
import Testing

/// The example in the documentation.
@MainActor @Suite(.timeLimit(.minutes(Effort.minutes(5)))) struct EmbeddingTests {
  @Test func `what the documentation shows is what is compiled here`() throws {
    func text(_ path: String) throws -> String {
      let bytes = try FileDescriptor(opening: "\(Project.root)/\(path)").readAll()
      return String(decoding: bytes, as: UTF8.self)
    }
    let page = try text("Sources/Picker/Picker.docc/Embedding.md")
    let parts = page.split(separator: "```swift\n")
    try #require(parts.count == 2)
    let code = String(parts[1].split(separator: "```\n")[0])
    #expect(try code == text("Tests/PickerTests/EmbeddingExample.swift"))
  }

  @Test func `the example picks what is marked`() async throws {
    let (told, tell) = AsyncStream<MediaItemCollection?>.makeStream()
    let picker = AlarmPicker(Samples.allItems) { tell.yield($0) }
    picker.open()
    let (drawn, draw) = AsyncStream<Void>.makeStream()
    picker.onDraw = { draw.yield() }
    if picker.lines.count < 6 { for await _ in drawn where picker.lines.count >= 6 { break } }
    #expect(picker.lines.prefix(2) == ["Wake me with: 0 selected, 00:00", ">  Blue in Green"])
    picker.highlightNext()
    picker.mark()
    picker.search("stella")
    picker.mark()
    #expect(picker.lines == ["Wake me with: 2 selected, 02:00", ">* Stella by Starlight"])
    picker.done()
    for await collection in told {
      #expect(collection?.items.map(\.displayTitle) == ["So What", "Stella by Starlight"])
      break
    }
  }
}
