import TestSupport
import Testing

@testable import Playback

@Suite struct NumberTableTests {
  @Test(arguments: [1, 20, 5_000])
  func `it knows what a dictionary knows`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var table = NumberTable(capacity: 4)
    var model: [UInt64: UInt32] = [:]
    // Some follow each other, some are far apart, some come twice.
    for _ in 0..<count {
      let key =
        Bool.random(using: &generator)
        ? UInt64.random(in: 1...UInt64(count), using: &generator)
        : UInt64.random(in: 1...UInt64.max, using: &generator)
      let value = UInt32.random(in: 0...UInt32.max, using: &generator)
      if Bool.random(using: &generator) {
        table.add(key, value)
        model[key] = model[key] ?? value
      } else {
        table[key] = value
        if model[key] != nil { model[key] = value }
      }
    }
    #expect(table.count == model.count)
    #expect(model.allSatisfy { table[$0.key] == $0.value && table.contains($0.key) })
    for key in 1...UInt64(count) { #expect(table[key] == model[key]) }
    #expect(table[0] == nil)
  }
}
