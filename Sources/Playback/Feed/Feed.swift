import Media
import Worker

/// Turns tracks into sound.
final class Feed: Sendable {
  init(workers: WorkerPrograms) {}
  func observe(_ handler: @escaping @Sendable (FeedEvent) -> Void) {}
  func send(_ command: FeedCommand) {}
  func setPaused(_ paused: Bool) {}
  func setVolume(_ volume: Int) {}
  func shutDown() {}
}
