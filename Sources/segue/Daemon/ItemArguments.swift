import Glibc
import MPDProtocol
import Media

/// What people name items by: files and folders on the disk, or URIs of the library.
enum ItemArguments {
  /// What an `ITEM` is, for the help.
  static let details = """
    An ITEM is a file, a folder or a URI of the library. Arguments that name nothing there are a query together
    (segue find --help), and what it finds is taken: low water.
    """

  /// The commands that add them to the queue, in order.
  ///
  /// - Throws: `UsageError` for an empty name, which a script with an empty variable gives, and which would be
  ///   the whole library.
  static func additions(_ arguments: [String]) throws(UsageError) -> [MPDCommand] {
    if arguments.contains("") {
      throw .badArgument("", allowed: "a file, a folder or a URI of the library")
    }
    return arguments.map { MPDCommand("add", uri($0)) }
  }

  /// Carries out the commands that add items, and adds what a search finds for those names that are none.
  ///
  /// - Parameters:
  ///   - search: `nil` where names must be such.
  ///   - command: The command for what `additions` says.
  ///   - take: Adds what was found.
  /// - Returns: What was found; `nil` where all names were such.
  static func add(
    _ names: [String], _ client: MPDClient, _ search: WordSearch?,
    by command: (MPDCommand) -> MPDCommand = { $0 }, take: ([PersistentID]) throws -> Void
  ) throws -> WordSearch.Found? {
    var rest = try additions(names).map(command)[...]
    var words: [String] = []
    while !rest.isEmpty {
      do throws(MPDClientError) {
        try client.send(Array(rest))
        rest = []
      } catch {
        guard case .refused(let refusal) = error, refusal.code == .noExist,
          rest.indices.contains(rest.startIndex + refusal.index)
        else { throw error }
        let place = rest.startIndex + refusal.index
        guard search != nil, WordSearch.takes(names[place]), words.count < mostWords else {
          throw unknown(names[place])
        }
        words.append(names[place])
        rest = rest[(place + 1)...]
      }
    }
    guard !words.isEmpty, let found = try search?.find(words) else { return nil }
    try take(found.ids)
    return found
  }

  /// Nobody searches for more.
  private static let mostWords = 50

  private static func unknown(_ name: String) -> ExitError {
    ExitError(
      .failed, "\"\(DisplayText.line(name))\" is not in the library; segue list shows what is.")
  }

  private static func uri(_ argument: String) -> String {
    if let path = path(argument) { return path.uri }
    return argument.hasSuffix("/") && argument.count > 1 ? String(argument.dropLast()) : argument
  }

  /// The absolute path without links of an existing file; `nil` where there is none.
  static func path(_ argument: String) -> FilePath? {
    guard let real = realpath(argument, nil) else { return nil }
    defer { free(real) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) })
  }
}
