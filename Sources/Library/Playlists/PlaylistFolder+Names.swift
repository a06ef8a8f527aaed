extension PlaylistFolder {
  /// What a list's file is called: as the list. One whose name would be hidden, lead elsewhere or be too long gets
  /// another one, with a number that no other list's has.
  static func fileName(_ list: String, suffix: String, isNumbered: Bool = false) -> String {
    var name = String(
      String.UnicodeScalarView(list.unicodeScalars.map { $0 == "/" || $0 == "\0" ? "_" : $0 }))
    if name.isEmpty || name.hasPrefix(".") { name = "_\(name)" }
    // While a file is written, `.PID.new` follows its name, which has 255 bytes at most.
    let isLong = name.utf8.count > 220
    while name.utf8.count > 220 { name.removeLast() }
    if isLong || isNumbered || name != list {
      name += "~\(String(UInt32(truncatingIfNeeded: number(list)), radix: 16))"
    }
    return "\(name).\(suffix)"
  }

  /// Source: FNV-1a, of 32 bits.
  private static func number(_ text: String) -> UInt32 {
    text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
