import Library
import Media

extension Command {
  static let changes = Command(
    name: "changes", usage: "--since N",
    summary: "Print what changed in the library since a version",
    details: """
      Items that were added (or came back), moved, changed in their tags, or are gone, each once; at the end
      the library's version, for the next time. Since 0, every item was added.
      """,
    options: [
      .init("since", value: "N", "The version that an earlier call ended with"),
      .init("json", "Print one JSON object a line"),
    ]
  ) { arguments in
    guard let text = arguments.value("since") else {
      throw UsageError.missingArgument(of: "changes", usage: "--since N")
    }
    guard let since = Int64(text), since >= 0 else {
      throw UsageError.badArgument(text, allowed: "a version of the library")
    }
    let library = try UserEnvironment(arguments).library()
    try ChangePrinter(isJSON: arguments.has("json")).print(library, since: since)
  }
}

@MainActor
private struct ChangePrinter {
  let isJSON: Bool

  func print(_ library: LibraryStore, since: Int64) throws {
    let lines = JSONLines()
    var failure: (any Error)?
    let version = try library.forEachChange(since: since) { changes in
      do {
        for change in changes {
          if isJSON {
            Console.standard.write(try lines.line(Record(change: change)))
          } else {
            Console.standard.line(Self.line(change))
          }
        }
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
    if isJSON {
      Console.standard.write(try lines.line(["version": version]))
    } else {
      Console.standard.line("version \(version)")
    }
  }

  private static func line(_ change: LibraryChange) -> String {
    switch change {
    case .added(let item), .moved(let item), .changed(let item):
      DisplayText.line("\(change.word) \(item.uri)")
    case .gone(let id): "gone \(id)"
    }
  }

  /// An item with what happened to it; of one that is gone, who it was.
  private struct Record: Encodable {
    let change: LibraryChange

    private enum Key: String, CodingKey { case change, persistentID }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(change.word, forKey: .change)
      switch change {
      case .added(let item), .moved(let item), .changed(let item):
        try ItemRecord(item: item).encode(to: encoder)
      case .gone(let id): try container.encode(id.description, forKey: .persistentID)
      }
    }
  }
}

extension LibraryChange {
  fileprivate var word: String {
    switch self {
    case .added: "added"
    case .moved: "moved"
    case .changed: "changed"
    case .gone: "gone"
    }
  }
}
