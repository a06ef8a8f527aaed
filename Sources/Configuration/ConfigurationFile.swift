import Glibc
import Posix

/// The lines of an INI file, taken apart but not yet understood.
struct ConfigurationFile: Sendable, Hashable {
  /// A key with its value, and where it stands.
  struct Entry: Sendable, Hashable {
    /// `output`
    var section: String
    /// What follows the section's name in its brackets; empty for most.
    var name: String
    var key: String
    var value: String
    /// Counted from 1.
    var line: Int
  }

  var file: String
  var entries: [Entry] = []
  /// What is wrong, by the line; the first thing of each.
  private(set) var problems: [Int: String] = [:]

  /// - Parameters:
  ///   - file: The file's name, for messages.
  ///   - text: Sections in brackets, `key = value` lines, comments after `#` or `;` at the start of
  ///     a line. A value goes to the end of its line, without the blanks around it; what looks like a comment behind
  ///     it is a mistake, unless it is a folder's.
  init(file: String, text: String) {
    self.file = file
    // `nil` below a heading that cannot be read.
    var heading: (section: String, name: String)? = ("", "")
    var text = text
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = trim(raw)
      guard let first = line.first, first != "#", first != ";" else { continue }
      if first == "[" {
        heading = Self.heading(line)
        if heading == nil { problems[index + 1] = "\"\(line)\" lacks its closing bracket" }
        continue
      }
      guard let equals = line.firstIndex(of: "=") else {
        problems[index + 1] = "\"\(line)\" is neither [section] nor key = value"
        continue
      }
      guard let heading else { continue }
      let entry = Entry(
        section: heading.section, name: heading.name, key: String(trim(line[..<equals])),
        value: String(trim(line[line.index(after: equals)...])), line: index + 1)
      if let problem = problem(with: entry) {
        problems[index + 1] = problem
      } else {
        entries.append(entry)
      }
    }
  }

  /// Reads a file; `nil` where it is missing and need not be there.
  ///
  /// - Returns: What it says, and whether nobody else may read it.
  static func read(
    _ file: String, required: Bool
  ) throws(ConfigurationError) -> (file: ConfigurationFile, isPrivate: Bool)? {
    let bytes: [UInt8]
    let isPrivate: Bool
    do throws(PosixError) {
      let descriptor = try FileDescriptor(opening: file)
      isPrivate = try FileStatus(descriptor: descriptor.raw).permissions & 0o077 == 0
      bytes = try descriptor.readAll()
    } catch {
      if error.code == ENOENT, !required { return nil }
      throw .cannotRead(file: file, reason: error.reason)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .cannotRead(file: file, reason: "it is not UTF-8 text")
    }
    return (ConfigurationFile(file: file, text: text), isPrivate)
  }

  /// Notes the lines of entries that `body` finds wrong. What is wrong with a whole section is said once.
  mutating func checkEach(_ body: (Entry) throws(ConfigurationProblem) -> Void) {
    for entry in entries where problems[entry.line] == nil {
      do throws(ConfigurationProblem) {
        try body(entry)
      } catch {
        if error.isOfSection, problems.values.contains(error.text) { continue }
        problems[entry.line] = error.text
      }
    }
  }

  /// Ends with all that is wrong, if anything is.
  func check() throws(ConfigurationError) {
    if problems.isEmpty { return }
    let lines = problems.sorted { $0.key < $1.key }.map {
      ConfigurationError.WrongLine(number: $0.key, problem: $0.value)
    }
    throw .lines(file: file, lines)
  }

  /// Keys that may come more than once, and whose values may have any character.
  private static let lists: Set = [
    "root", "listen", "password", "bind", "colour", "on-enter", "on-leave", "on-done",
  ]
  private static let paths: Set = ["folder"]

  private func problem(with entry: Entry) -> String? {
    guard !Self.lists.contains(entry.key) else { return nil }
    let before = entries.first {
      ($0.section, $0.name, $0.key) == (entry.section, entry.name, entry.key)
    }
    if let before { return "\(entry.key) was set in line \(before.line) already" }
    if Self.paths.contains(entry.key) { return nil }
    if [" #", " ;", "\t#", "\t;"].contains(where: entry.value.contains) {
      return "a comment needs a line of its own, not the end of \"\(entry.value)\""
    }
    return nil
  }

  /// `nil` where its bracket is not closed.
  private static func heading(_ line: Substring) -> (section: String, name: String)? {
    guard line.last == "]" else { return nil }
    let words = trim(line.dropFirst().dropLast()).split(separator: " ", maxSplits: 1)
    return (String(words.first ?? ""), words.count > 1 ? String(trim(words[1])) : "")
  }
}

/// The text without blanks at its ends.
func trim(_ text: some StringProtocol) -> Substring {
  var rest = Substring(text)
  while let first = rest.first, first.isWhitespace { rest.removeFirst() }
  while let last = rest.last, last.isWhitespace { rest.removeLast() }
  return rest
}
