import Posix

/// How much the long tests do: a tenth in `make test`, all of it in `make soak`.
public enum Effort {
  public static let isSoak = Program.environment("SEGUE_SOAK") != nil

  /// `thread` or `address` where the programs and the tests are built for that sanitizer.
  public static let sanitizer = Program.environment("SEGUE_SANITIZER")

  /// `full` in a soak, else a tenth of it, at least 1.
  public static func count(_ full: Int) -> Int { isSoak ? full : max(1, full / 10) }

  /// Added to the seeds of tests that roll dice, so that others can be tried than the usual ones.
  public static let seed = Program.environment("SEGUE_SEED").flatMap(UInt64.init) ?? 0

  /// What must happen within `limit` may take ten times as long under a sanitizer, which slows everything down.
  public static func within(_ limit: Duration) -> Duration { sanitizer == nil ? limit : limit * 10 }

  /// As `within`, in minutes; a soak's long tests stand in front of others for as long again.
  public static func minutes(_ limit: Int) -> Int { limit * (sanitizer == nil ? 1 : 10) }
}
