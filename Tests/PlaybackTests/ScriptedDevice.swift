import Glibc
import Media

@testable import Playback

/// A device whose clock stands until the test says what happened to it.
struct ScriptedDevice: OutputDevice, ~Copyable {
  /// What it does once everything it was given waits in it.
  enum Script: Sendable {
    /// It plays all of it and stops, as hardware does that is not fed.
    case runsDry
    /// It plays for so many frames until it is halted.
    case isHalted(after: Int)
  }

  let name = "script"
  let format: AudioFormat
  let bufferFrames = 4096
  private(set) var isRunning = false

  private let script: Script
  /// Called when there is nothing to play or to take any more, with how often that was the case.
  private let onWait: (Int) -> Void
  private var waits = 0
  private var held = 0

  init(format: AudioFormat, _ script: Script, onWait: @escaping (Int) -> Void) {
    self.format = format
    self.script = script
    self.onWait = onWait
  }

  mutating func prepare() -> Int32 {
    isRunning = false
    held = 0
    return 0
  }

  mutating func write(_ frames: UnsafeRawPointer, count: Int) -> Int {
    let count = min(count, bufferFrames - held)
    held += count
    return count
  }

  mutating func start() -> Int32 {
    isRunning = true
    return 0
  }

  mutating func delay() -> Int {
    if isRunning, case .runsDry = script { return -Int(EPIPE) }
    return held
  }

  mutating func halt() -> Int? {
    guard isRunning, case .isHalted(let played) = script else { return held }
    isRunning = false
    return held - played
  }

  mutating func resume() -> Int32 { -ENOSYS }

  mutating func wait(forRoom: Bool, wake: Int32, milliseconds: Int32) -> Int32 {
    waits += 1
    onWait(waits)
    return 0
  }
}
