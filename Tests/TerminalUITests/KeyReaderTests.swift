import Picker
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct KeyReaderTests {
  private static let table: [(String, [PickerKey])] = [
    ("a", [.character("a")]), (" /", [.character(" "), .character("/")]), ("\r", [.enter]),
    ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
    ("\u{3}\u{1A}\u{C}", [.control("c"), .control("z"), .control("l")]),
    ("\u{0}\u{1C}\u{1F}", []), ("ż", [.character("ż")]), ("夜", [.character("夜")]),
    ("👍", [.character("👍")]), ("\u{9B}", []),
    ("\u{1B}[A\u{1B}[B", [.up, .down]), ("\u{1B}OC\u{1B}OD", [.right, .left]),
    ("\u{1B}[H\u{1B}[F", [.home, .end]), ("\u{1B}OH\u{1B}OF", [.home, .end]),
    ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end]),
    ("\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.delete, .pageUp, .pageDown]), ("\u{1B}[Z", [.backTab]),
    ("\u{1B}[1;5A\u{1B}[5;2~", [.up, .pageUp]), ("\u{1B}OM", [.enter]),
    ("\u{1B}[15~\u{1B}[[A\u{1B}OP\u{1B}[?1;2cx", [.character("x")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}\u{3}", [.escape, .control("c")]),
    ("\u{1B}j", [.alt("j")]), ("\u{1B}ż", [.alt("ż")]), ("\u{1B}\u{7F}", []),
    ("\u{1B}[1\u{3}", [.control("c")]),
    (
      "\u{1B}[200~a\u{1B}[Aq\r\u{1B}[201~b",
      [.paste("a\u{1B}[Aq\r"), .character("b")]
    ),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    ("\u{1B}[200~ab\u{3}", [.paste("ab"), .control("c")]),
    ("\u{1B}[201~x", [.character("x")]),
    (
      "\u{1B}[<0;10;3M\u{1B}[<32;11;4M\u{1B}[<0;11;4m",
      [
        .mouse(PickerMouse(.press, row: 2, column: 9)),
        .mouse(PickerMouse(.drag, row: 3, column: 10)),
        .mouse(PickerMouse(.release, row: 3, column: 10)),
      ]
    ),
    (
      "\u{1B}[<64;1;1M\u{1B}[<69;300;500M",
      [
        .mouse(PickerMouse(.wheelUp, row: 0, column: 0)),
        .mouse(PickerMouse(.wheelDown, row: 499, column: 299)),
      ]
    ),
    ("\u{1B}[<2;1;1M\u{1B}[<0;1M\u{1B}[<0;0;1Mx", [.character("x")]),
    (
      "\u{1B}[M !!\u{1B}[M#!!",
      [
        .mouse(PickerMouse(.press, row: 0, column: 0)),
        .mouse(PickerMouse(.release, row: 0, column: 0)),
      ]
    ),
  ]

  @Test(arguments: table)
  func `bytes are keys`(text: String, keys: [PickerKey]) {
    var reader = KeyReader()
    #expect(reader.read(text.utf8) == keys)
    #expect(!reader.isWaiting)
  }

  @Test(arguments: table)
  func `wherever the bytes are cut`(text: String, keys: [PickerKey]) {
    var reader = KeyReader()
    #expect(text.utf8.flatMap { reader.read([$0]) } == keys)
    #expect(!reader.isWaiting)
  }

  @Test(
    arguments: [
      ([0x1B], [.escape]), ([0x1B, 0x5B], []), ([0x1B, 0x4F], []), ([0xE5, 0xA4], []),
      ([0x1B, 0xE5], []), ([0x1B, 0x1B], [.escape]), ([0x61], []),
    ] as [([UInt8], [PickerKey])])
  func `what nothing follows stands for itself`(bytes: [UInt8], keys: [PickerKey]) {
    var reader = KeyReader()
    _ = reader.read(bytes)
    #expect(reader.timeOut() == keys)
    #expect(!reader.isWaiting)
    #expect(reader.read("j".utf8) == [.character("j")])
  }

  @Test(
    arguments: table.filter { $0.0.hasPrefix("\u{1B}[") || $0.0.hasPrefix("\u{1B}O") })
  func `what a slow line has cut is what it is`(text: String, keys: [PickerKey]) {
    let bytes = Array(text.utf8)
    for place in 2..<bytes.count where bytes[place - 1] != 0x1B {
      var reader = KeyReader()
      let before = reader.read(bytes[..<place]) + reader.timeOut()
      #expect(!reader.isWaiting)
      #expect(before + reader.read(bytes[place...]) == keys)
    }
  }

  @Test func `what is cut and never goes on costs one key`() {
    var reader = KeyReader()
    for cut in ["\u{1B}[<0;1", "\u{1B}[5"] {
      #expect((reader.read(cut.utf8) + reader.timeOut()).isEmpty)
      #expect(reader.read("jk".utf8) == [.character("k")])
      #expect((reader.read(cut.utf8) + reader.timeOut()).isEmpty)
      #expect(reader.read("\u{1B}[B".utf8) == [.down])
    }
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5], [0x80, 0x80], [0xE5, 0x41 - 0x01, 0x08],
    ] as [[UInt8]])
  func `bytes that are no text do not disturb what follows`(bytes: [UInt8]) {
    var reader = KeyReader()
    let keys = reader.read(bytes + Array("jk".utf8))
    #expect(keys.suffix(2) == [.character("j"), .character("k")])
  }

  @Test func `terminfo's sequences come first`() {
    var reader = KeyReader(keys: ["kcuu1": "\u{1B}x", "khome": "\u{1B}[1@", "kpp": "\u{1B}#5"])
    #expect(reader.read("\u{1B}x\u{1B}[1@\u{1B}y".utf8) == [.up, .home, .alt("y")])
    #expect(reader.read("\u{1B}#".utf8) == [])
    #expect(reader.isWaiting)
    #expect(reader.read("5".utf8) == [.pageUp])
  }

  @Test func `a paste without end takes no memory, a sequence without end no time`() {
    var reader = KeyReader()
    _ = reader.read("\u{1B}[200~".utf8)
    _ = reader.read([UInt8](repeating: 0x61, count: 20_000))
    #expect(reader.read(KeySequences.pasteEnds) == [.paste(String(repeating: "a", count: 4096))])
    _ = reader.read("\u{1B}[".utf8)
    _ = reader.read([UInt8](repeating: 0x31, count: 5000))
    #expect(reader.timeOut().isEmpty)
    #expect(reader.read("j".utf8) == [.character("j")])
  }

  @Test func `random bytes never break it`() {
    var random = SeededGenerator(seed: 5)
    let likely = Array("\u{1B}[O~;019Aaż夜\r\u{3}".utf8)
    for _ in 0..<300 {
      var reader = KeyReader()
      for _ in 0..<40 {
        let byte = UInt8.random(in: 0...255, using: &random)
        let count = Int.random(in: 0...5, using: &random)
        _ = reader.read(
          [byte] + (0..<count).compactMap { _ in likely.randomElement(using: &random) })
      }
      _ = reader.timeOut()
      _ = reader.read(KeySequences.pasteEnds)
      #expect(reader.read("j".utf8) == [.character("j")])
    }
  }
}
