import Glibc

/// The time of day, and waiting for it.
enum WallClock {
  /// In nanoseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  static func sleep(microseconds: UInt32) { usleep(microseconds) }
}
