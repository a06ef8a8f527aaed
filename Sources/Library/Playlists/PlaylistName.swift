/// What a stored playlist, or a folder of them, can be called: what a file can, in one line.
///
/// Source: `spl_valid_name` of MPD; clients name playlists in lines, and mirrors of them are files.
public enum PlaylistName {
  private static let refused: Set<Unicode.Scalar> = ["/", "\n", "\r", "\0"]

  public static func isValid(_ name: String) -> Bool {
    !name.isEmpty && !name.unicodeScalars.contains(where: refused.contains)
  }

  /// The nearest name that can be, for lists that come from where others can be.
  static func mended(_ name: String) -> String {
    if name.isEmpty { return "Unnamed" }
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      scalars.append(scalar == "/" ? "-" : refused.contains(scalar) ? " " : scalar)
    }
    return String(scalars)
  }
}
