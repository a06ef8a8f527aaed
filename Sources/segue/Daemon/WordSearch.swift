import Library
import Media

/// Looks in the user's own library for what is no name of anything there, as `segue find` does.
struct WordSearch {
  private let user: UserEnvironment

  /// `nil` where the environment names a server whose library is another one.
  init?(_ user: UserEnvironment) throws(UsageError) {
    guard try DaemonConnection.isOwn(user) else { return nil }
    self.user = user
  }

  /// What was found, and for what.
  struct Found {
    let words: String
    let ids: [PersistentID]

    /// `12 tracks found for "low water"`
    var description: String {
      "\(Follower.tracks(ids.count)) found for \"\(DisplayText.line(words))\""
    }

    /// `5 tracks added, found for "low water"`, or how many of them were.
    func added(_ count: Int) -> String {
      if count == ids.count {
        return "\(Follower.tracks(count)) added, found for \"\(DisplayText.line(words))\""
      }
      return "\(Follower.tracks(count)) added; \(description)"
    }
  }

  /// Whether a name can be meant as words, and not as a place where there is nothing.
  static func takes(_ name: String) -> Bool {
    !["/", "./", "../", "~"].contains(where: name.hasPrefix) && !name.contains("://")
  }

  /// The items that the words find together, in the order of the library; at least one.
  func find(_ words: [String]) throws -> Found {
    let text = words.joined(separator: " ")
    let library = try user.library()
    let query = try MediaQuery.songs.narrowed(words, in: library)
    var ids: [PersistentID] = []
    try library.forEachBatch(query) { items in
      ids += items.map(\.persistentID)
      return true
    }
    if ids.isEmpty {
      throw ExitError(
        .failed,
        "\"\(DisplayText.line(text))\" is not in the library, and a search for it finds nothing; try fewer or shorter words, or look at segue list albums."
      )
    }
    return Found(words: text, ids: ids)
  }
}
