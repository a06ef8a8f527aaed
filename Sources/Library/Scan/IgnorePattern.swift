import Media

/// One line of an ignore file, in the syntax of gitignore(5).
struct IgnorePattern: Sendable, Hashable {
  private let glob: [UInt8]
  /// Whether it takes back what others say.
  let isNegated: Bool
  /// Whether it speaks of folders alone.
  private let isFolderOnly: Bool
  /// Whether it is a path from its file's folder, and no bare name at any depth.
  private let isPath: Bool

  /// - Returns: `nil` for an empty line and a comment.
  init?(line: ArraySlice<UInt8>) {
    var line = line
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
    isNegated = first == UInt8(ascii: "!")
    if isNegated { line.removeFirst() }
    line = Self.trimmed(line)
    isFolderOnly = line.last == UInt8(ascii: "/")
    if isFolderOnly { line.removeLast() }
    isPath = line.contains(UInt8(ascii: "/"))
    if line.first == UInt8(ascii: "/") { line.removeFirst() }
    guard !line.isEmpty else { return nil }
    glob = Array(line)
  }

  /// Without the blanks at the end that no backslash stands before.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == UInt8(ascii: "\\"), index + 1 < line.endIndex {
        index += 1
      } else if line[
        index] == UInt8(ascii: " ")
      {
        index += 1
        continue
      }
      index += 1
      end = index
    }
    return line[..<end]
  }

  /// Whether it speaks of a file or folder.
  ///
  /// - Parameters:
  ///   - path: From the folder of the ignore file.
  ///   - name: The last part of it.
  ///   - steps: How many the comparison may take, and those that are left afterwards. Without any, nothing matches.
  func matches(
    path: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>, isFolder: Bool,
    steps: inout Int
  ) -> Bool {
    if isFolderOnly, !isFolder { return false }
    return glob.withUnsafeBufferPointer { glob in
      var match = GlobMatch(glob: glob, text: isPath ? path : name, steps: steps)
      defer { steps = match.steps }
      return match.isMatch
    }
  }
}

/// Compares a text with a glob in which `*` and `?` stop at slashes and `**` does not.
///
/// Follows git's wildmatch.c with WM_PATHNAME, whose answer for each pattern is the one that people know.
private struct GlobMatch {
  let glob: UnsafeBufferPointer<UInt8>
  let text: UnsafeBufferPointer<UInt8>
  /// A glob with many stars may take for ever; this one then matches nothing.
  private(set) var steps: Int
  /// How deep stars may follow each other: each is a call in the one before it.
  private static let maximumDepth = 64
  private var depth = 0

  init(glob: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>, steps: Int) {
    (self.glob, self.text, self.steps) = (glob, text, steps)
  }

  private enum Result { case match, mismatch, noMatchHere, noMatchInPart }

  private static let slash = UInt8(ascii: "/")

  var isMatch: Bool { mutating get { match(0, 0) == .match } }

  private mutating func match(_ glob: Int, _ text: Int) -> Result {
    var (g, t) = (glob, text)
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { return .noMatchHere }
    while g < self.glob.count {
      steps -= 1
      if steps < 0 { return .noMatchHere }
      let letter = self.glob[g]
      if t == self.text.count, letter != UInt8(ascii: "*") { return .noMatchHere }
      switch letter {
      case UInt8(ascii: "*"):
        switch star(&g, &t) {
        case .goOn: continue
        case .ended(let result): return result
        }
      case UInt8(ascii: "?"): if self.text[t] == Self.slash { return .mismatch }
      case UInt8(ascii: "["):
        guard let isIn = isInSet(&g, self.text[t]) else { return .noMatchHere }
        if !isIn || self.text[t] == Self.slash { return .mismatch }
      case UInt8(ascii: "\\"):
        g += 1
        if g == self.glob.count || self.glob[g] != self.text[t] { return .mismatch }
      default: if self.text[t] != letter { return .mismatch }
      }
      g += 1
      t += 1
    }
    return t == self.text.count ? .match : .mismatch
  }

  private enum AfterStar {
    case goOn
    case ended(Result)
  }

  /// At a star: `g` and `t` come back where the comparison goes on.
  private mutating func star(_ g: inout Int, _ t: inout Int) -> AfterStar {
    let begin = g
    while g < glob.count, glob[g] == UInt8(ascii: "*") { g += 1 }
    steps -= g - begin
    var crossesSlashes = false
    if g - begin > 1 {
      let isWhole =
        (begin == 0 || glob[begin - 1] == Self.slash)
        && (g == glob.count || glob[g] == Self.slash
          || (glob[g] == UInt8(ascii: "\\") && g + 1 < glob.count && glob[g + 1] == Self.slash))
      if isWhole {
        // `**/` also stands for no folder.
        if g < glob.count, glob[g] == Self.slash, match(g + 1, t) == .match {
          return .ended(.match)
        }
        crossesSlashes = true
      }
    }
    if g == glob.count {
      let rest = text[min(t, text.count)...]
      return .ended(crossesSlashes || !rest.contains(Self.slash) ? .match : .mismatch)
    }
    if !crossesSlashes, glob[g] == Self.slash {
      guard let slash = text[t...].firstIndex(of: Self.slash) else { return .ended(.mismatch) }
      t = slash
      return .goOn
    }
    while t < text.count {
      let result = match(g, t)
      if result != .mismatch {
        if !crossesSlashes || result != .noMatchInPart { return .ended(result) }
      } else if !crossesSlashes, text[t] == Self.slash {
        return .ended(.noMatchInPart)
      }
      t += 1
    }
    return .ended(.noMatchHere)
  }

  /// At a bracket: whether the letter is in the set; `g` comes back at its end. `nil` for a set without one.
  private mutating func isInSet(_ g: inout Int, _ letter: UInt8) -> Bool? {
    var index = g + 1
    func at(_ index: Int) -> UInt8? { index < glob.count ? glob[index] : nil }
    let isNegated = at(index) == UInt8(ascii: "!") || at(index) == UInt8(ascii: "^")
    if isNegated { index += 1 }
    var isIn = false
    var previous: UInt8?
    repeat {
      steps -= 1
      guard steps >= 0, var member = at(index) else { return nil }
      if member == UInt8(ascii: "\\") {
        index += 1
        guard let escaped = at(index) else { return nil }
        member = escaped
        if letter == member { isIn = true }
        previous = member
      } else if member == UInt8(ascii: "-"), let low = previous, let next = at(index + 1),
        next != UInt8(ascii: "]")
      {
        index += 1
        var high = next
        if high == UInt8(ascii: "\\") {
          index += 1
          guard let escaped = at(index) else { return nil }
          high = escaped
        }
        if low <= letter, letter <= high { isIn = true }
        previous = nil
      } else if member == UInt8(ascii: "["), at(index + 1) == UInt8(ascii: ":") {
        let start = index + 2
        guard let end = (start..<max(start, glob.count)).first(where: { glob[$0] == 0x5D }) else {
          return nil
        }
        steps -= end - start
        if end - start < 1 || glob[end - 1] != UInt8(ascii: ":") {
          // No class, but an ordinary bracket.
          if letter == UInt8(ascii: "[") { isIn = true }
          previous = UInt8(ascii: "[")
        } else {
          guard let isOfClass = Self.isOfClass(letter, glob[start..<(end - 1)]) else { return nil }
          if isOfClass { isIn = true }
          previous = nil
          index = end
        }
      } else {
        if letter == member { isIn = true }
        previous = member
      }
      index += 1
    } while at(index) != UInt8(ascii: "]")
    g = index
    return isIn != isNegated
  }

  /// `nil` where there is no such class.
  private static func isOfClass(_ byte: UInt8, _ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool? {
    let isUpper = (0x41...0x5A).contains(byte)
    let isLower = (0x61...0x7A).contains(byte)
    let isDigit = (0x30...0x39).contains(byte)
    let isGraphic = (0x21...0x7E).contains(byte)
    return switch String(decoding: name, as: UTF8.self) {
    case "alnum": isUpper || isLower || isDigit
    case "alpha": isUpper || isLower
    case "blank": byte == 0x20 || byte == 0x09
    case "cntrl": byte < 0x20 || byte == 0x7F
    case "digit": isDigit
    case "graph": isGraphic
    case "lower": isLower
    case "print": isGraphic || byte == 0x20
    case "punct": isGraphic && !(isUpper || isLower || isDigit)
    case "space": byte == 0x20 || (0x09...0x0D).contains(byte)
    case "upper": isUpper
    case "xdigit":
      isDigit || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    default: nil
    }
  }
}
