import Posix

/// How much the long tests do: a tenth in `make test`, all of it in `make soak`.
public enum Effort {
  public static let isSoak = Program.environment("SEGUE_SOAK") != nil

  /// `full` in a soak, else a tenth of it, at least 1.
  public static func count(_ full: Int) -> Int { isSoak ? full : max(1, full / 10) }
}
