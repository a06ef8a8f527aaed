import Configuration
import FoundationEssentials
import Glibc
import Library
import Media
import Posix

extension Command {
  static let roots = Command(
    name: "roots", usage: "[list|add DIR|remove NAME|rename NAME NEW]",
    summary: "List the music folders, or change which there are",
    details: """
        list     each folder with its name, its number of items, and whether it is there (the default)
        add      remember a folder; segue scan, or the daemon when it runs, reads it
        remove   forget a folder, by its name or its path. Its items leave the library; no file is touched.
                 Added again within 90 days, they are the items that they were
        rename   with several folders, URIs begin with their names
      Folders may not lie in each other.
      """,
    options: [
      .init("yes", letter: "y", "With remove: do not ask"),
      .init("json", "With list: print one JSON object a line"),
    ],
    arguments: 0...3
  ) { arguments in
    try RootsCommand(user: UserEnvironment(arguments), arguments: arguments).run()
  }
}

@MainActor
private struct RootsCommand {
  let user: UserEnvironment
  let arguments: Arguments

  func run() throws {
    let rest = Array(arguments.positional.dropFirst())
    switch (arguments.positional.first ?? "list", rest.count) {
    case ("list", 0): try list()
    case ("add", 1): try add(rest[0])
    case ("remove", 1): try remove(rest[0])
    case ("rename", 2): try rename(rest[0], to: rest[1])
    case ("list", _), ("add", _), ("remove", _), ("rename", _):
      throw UsageError.badArgument(
        arguments.positional.joined(separator: " "), allowed: "complete; see segue roots --help")
    case (let verb, _):
      throw UsageError.badArgument(verb, allowed: "one of list, add, remove and rename")
    }
  }

  private func list() throws {
    let roots: [MusicRoot]
    let counts: [Int64: Int]
    do throws(LibraryError) {
      let library = try user.library()
      (roots, counts) = try (library.roots(), library.itemCounts())
    } catch {
      guard case .noLibrary = error else { throw error }
      return
    }
    let lines = JSONLines()
    for root in roots {
      let count = counts[root.id] ?? 0
      if arguments.has("json") {
        Console.standard.write(try lines.line(Record(root, count: count)))
      } else {
        let items = count == 1 ? "1 item" : "\(count) items"
        let state = root.isAvailable ? "" : ", not there"
        Console.standard.line(DisplayText.line("\(root.name): \(root.path), \(items)\(state)"))
      }
    }
  }

  private func add(_ folder: String) throws {
    let root = try writable().addRoot(CommandPath.absolute(folder), isNew: true)
    tellDaemon()
    Console.standard.line(DisplayText.line("Added \(root.path) as \(root.name)."))
  }

  private func remove(_ name: String) throws {
    let library = try writable()
    let root = try find(name, in: library)
    if try user.settings().libraryRoots.contains(where: { CommandPath.absolute($0) == root.path }) {
      throw ExitError(
        .failed, "\(root.path) is named in segue.conf; take it out of there first.")
    }
    let count = try library.itemCounts()[root.id] ?? 0
    guard arguments.has("yes") || ask(root, count) else { throw ExitError(.failed) }
    try library.removeRoot(root)
    tellDaemon()
    Console.standard.line(DisplayText.line("Removed \(root.path)."))
  }

  private func rename(_ name: String, to new: String) throws {
    let library = try writable()
    try library.renameRoot(find(name, in: library), to: new)
    tellDaemon()
  }

  private func find(_ name: String, in library: LibraryStore) throws -> MusicRoot {
    do throws(LibraryError) {
      return try library.root(called: name)
    } catch {
      let path = CommandPath.absolute(name)
      guard let root = try library.roots().first(where: { $0.path == path }) else { throw error }
      return root
    }
  }

  /// Whether the person agrees; nobody who could is a no.
  private func ask(_ root: MusicRoot, _ count: Int) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      Program.complain("segue: Say --yes to remove \(root.path) with \(count) items.")
      return false
    }
    Console.standard.write(
      Array(
        DisplayText.line("Remove \(root.path) with \(count) items from the library? [y/N] ").utf8))
    Console.standard.flush()
    return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
  }

  private func writable() throws -> LibraryStore {
    try Places.makeFolder(user.places.data)
    return try LibraryStore(path: user.places.database, access: .write, locale: user.locale())
  }

  private func tellDaemon() { UnixSocket.notify(user.places.notify, Array("roots\n".utf8)) }

  private struct Record: Encodable {
    let name: String
    let path: String?
    let pathBase64: String?
    let items: Int
    let unavailable: Bool?

    init(_ root: MusicRoot, count: Int) {
      name = root.name
      path = root.path.string
      pathBase64 = path == nil ? Data(root.path.bytes).base64EncodedString() : nil
      items = count
      unavailable = root.isAvailable ? nil : true
    }
  }
}

/// Paths on the command line.
enum CommandPath {
  /// The path as the kernel has it, without links in it; one that does not exist from where we are, without a slash
  /// at its end.
  static func absolute(_ path: String) -> FilePath {
    guard let real = realpath(path, nil) else {
      if path.count > 1, path.hasSuffix("/") { return absolute(String(path.dropLast())) }
      if path.hasPrefix("/") { return FilePath(path) }
      guard let folder = getcwd(nil, 0) else { return FilePath(path) }
      defer { free(folder) }
      return FilePath("\(String(cString: folder))/\(path)")
    }
    defer { free(real) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) })
  }
}
