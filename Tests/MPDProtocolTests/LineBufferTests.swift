import MPDProtocol
import Testing

@Suite struct LineBufferTests {
  private func text(_ lines: inout LineBuffer) -> String? {
    lines.next().map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `lines come out however the bytes came in`() {
    let bytes = Array("ping\nstatus\r\n\nidle player  \nhalf".utf8)
    for size in 1...bytes.count {
      var lines = LineBuffer()
      var seen: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        lines.append(bytes[start..<min(start + size, bytes.count)])
        while let line = text(&lines) { seen.append(line) }
      }
      #expect(seen == ["ping", "status", "", "idle player"])
      #expect(lines.count == 4)
    }
  }

  @Test func `a line ends at a NUL`() {
    var lines = LineBuffer()
    lines.append(Array("ping\0foo\nnext\n".utf8))
    #expect(text(&lines) == "ping")
    #expect(text(&lines) == "next")
  }

  @Test func `blanks at the end of an answer's line are kept`() {
    var lines = LineBuffer(keepsBlanks: true)
    lines.append(Array("file: a \r\nOK\n".utf8))
    #expect(text(&lines) == "file: a \r")
    #expect(text(&lines) == "OK")
  }

  @Test func `a line without an end is bounded`() {
    var lines = LineBuffer(limit: 100)
    lines.append([UInt8](repeating: 0x61, count: 99))
    #expect(lines.next() == nil)
    #expect(!lines.isOverlong)
    lines.append([0x61])
    #expect(lines.next() == nil)
    #expect(lines.isOverlong)
  }

  @Test func `many lines are no long line`() {
    var lines = LineBuffer(limit: 100)
    for _ in 0..<1000 {
      lines.append(Array("ping\nping\npi".utf8))
      while lines.next() != nil { #expect(!lines.isOverlong) }
      #expect(!lines.isOverlong)
      lines.append(Array("ng\n".utf8))
      #expect(text(&lines) == "ping")
    }
    #expect(lines.count == 0)
  }

  @Test func `bytes between lines can be taken`() {
    var lines = LineBuffer()
    lines.append(Array("binary: 3\na\nb\nOK\n".utf8))
    #expect(text(&lines) == "binary: 3")
    #expect(lines.take(3).map(Array.init) == Array("a\nb".utf8))
    #expect(lines.take(100) == nil)
    #expect(text(&lines) == "")
    #expect(text(&lines) == "OK")
  }
}
