/// URIs as paths below the top of the library.
public enum URIPath {
  /// Whether a URI names something below the top, without detours.
  public static func isSafe(_ uri: String) -> Bool {
    uri.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
    }
  }
}
