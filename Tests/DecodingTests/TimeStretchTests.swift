import Glibc
import Testing

@testable import Decoding

/// Slower and faster, at the same pitch.
@Suite struct TimeStretchTests {
  @Test(arguments: [0.5, 0.8, 1.25, 2], [1, 2])
  func `a tone keeps its pitch and its level, and is as long as it should be`(
    speed: Double, channels: Int
  ) {
    let rate = 8000
    let input = (0..<rate * 3 * channels).map { index in
      Float(sin(2 * Double.pi * 440 * Double(index / channels) / Double(rate)) / 2)
    }
    let output = stretched(input, channels, rate, speed, chunk: 997)
    #expect(output.count % channels == 0)
    let length = Double(output.count / channels) / Double(rate)
    #expect(abs(length - 3 / speed) <= 0.01)
    let tone = stride(from: 0, to: output.count, by: channels).map { output[$0] }
    // Without its ends.
    let middle = Array(tone[rate / 10..<tone.count - rate / 5])
    let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    let frequency = Double(crossings) * Double(rate) / Double(middle.count)
    #expect(abs(frequency - 440) < 5)
    let power = middle.reduce(0) { $0 + $1 * $1 } / Float(middle.count)
    #expect(abs(10 * log10(power * 8)) < 0.5)
    // Its steepest step, and a little: nothing clicks.
    let steepest = Float(2 * Double.pi * 440 / Double(rate) / 2)
    let step = zip(middle, middle.dropFirst()).map { abs($0 - $1) }.max()
    #expect(step.map { $0 < steepest * 1.2 } == true)
  }

  @Test(arguments: [0.5, 0.75, 1.25, 2], [8000, 44100])
  func `a tone that was cut in two is whole`(speed: Double, rate: Int) {
    // Where its phase fits nothing.
    for cut in [rate * 113 / 100, rate * 2 / 5 + 17, rate / 8] {
      let input = (0..<rate * 2).map { index in
        Float(sin(2 * Double.pi * 443 * Double(index) / Double(rate)) / 2)
      }
      let parts = [Array(input[..<cut]), Array(input[cut...])]
      let output = parts.flatMap { stretched($0, 1, rate, speed, chunk: 512) }
      #expect(abs(Double(output.count) - Double(rate * 2) / speed) <= Double(rate) / 50)
      #expect(output.first == input.first && output.last == input.last)
      // A pure tone is what follows from its last two samples, wherever it is.
      let factor = 2 * cos(Float(2 * Double.pi * 443 / Double(rate)))
      let errors = (2..<output.count).map {
        abs(output[$0] - factor * output[$0 - 1] + output[$0 - 2])
      }
      let click = (errors.max() ?? 1) / (2 - factor).squareRoot()
      #expect(click < 0.05, "\(cut)")
      // Nor is it quieter anywhere, as where it goes over into itself turned round.
      let period = rate / 443 + 1
      let quietest = stride(from: 0, to: output.count - period, by: period / 2).map {
        output[$0..<$0 + period].max() ?? 0
      }.min()
      #expect(quietest.map { $0 > 0.4 } == true, "\(cut)")
    }
  }

  @Test(arguments: [0, 1, 10, 700])
  func `what is shorter than a piece is as long as it should be`(frames: Int) {
    let output = stretched([Float](repeating: 0.25, count: frames), 1, 44100, 0.5, chunk: 64)
    #expect(output.count == frames * 2)
  }

  @Test func `the same comes out however it comes in`() {
    let input = (0..<20_000).map { Float(sin(Double($0 * $0) / 1e5)) }
    #expect(
      stretched(input, 2, 8000, 1.3, chunk: 10) == stretched(input, 2, 8000, 1.3, chunk: 9000))
  }

  private func stretched(
    _ input: [Float], _ channels: Int, _ rate: Int, _ speed: Double, chunk: Int
  ) -> [Float] {
    var stretch = TimeStretch(channels: channels, sampleRate: rate, speed: speed)
    var output: [Float] = []
    var place = 0
    while place < input.count {
      let end = min(input.count, place + chunk * channels)
      input[place..<end].withUnsafeBufferPointer { stretch.add($0) }
      output += stretch.output
      stretch.removeOutput()
      place = end
    }
    stretch.finish()
    return output + stretch.output
  }
}
