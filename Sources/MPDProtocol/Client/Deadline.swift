import Dispatch

/// A moment until which to wait.
struct Deadline {
  private let end: UInt64?

  /// - Parameter timeout: From now on; `nil` for ever.
  init(_ timeout: Duration?) {
    end = timeout.map {
      DispatchTime.now().uptimeNanoseconds + UInt64(max(0, $0.milliseconds)) * 1_000_000
    }
  }

  /// What is left, for `poll`: milliseconds, rounded up; -1 for ever.
  var milliseconds: Int32 {
    guard let end else { return -1 }
    let now = DispatchTime.now().uptimeNanoseconds
    return now >= end ? 0 : Int32(min((end - now + 999_999) / 1_000_000, UInt64(Int32.max)))
  }
}
