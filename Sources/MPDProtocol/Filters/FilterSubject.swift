import Media

/// What a condition of a filter is about.
enum FilterSubject: Equatable {
  /// One of the tags, or what stands in for it.
  case tag(MPDTag)
  /// Any tag.
  case any
  case file, base, modifiedSince, addedSince, audioFormat, priority

  /// `nil` for a name that the protocol does not have. Case does not count.
  init?(name: some StringProtocol) {
    switch name.lowercased() {
    case "any": self = .any
    case "file", "filename": self = .file
    case "base": self = .base
    case "modified-since": self = .modifiedSince
    case "added-since": self = .addedSince
    case "audioformat": self = .audioFormat
    case "prio": self = .priority
    case let name:
      guard let tag = MPDTag(name: name) else { return nil }
      self = .tag(tag)
    }
  }
}

/// How a condition compares texts.
struct FilterTest: Equatable {
  enum Kind: Equatable {
    case comparison(MediaTextComparison)
    case pattern
  }

  var kind: Kind
  var text: String
  /// Whether case does not count, nor what else people take for the same.
  var isFolded: Bool

  /// The test of one property.
  func predicate(_ property: MediaTextProperty) -> MediaPropertyPredicate {
    switch kind {
    case .pattern: .pattern(property, MediaPattern(text, ignoresCase: isFolded))
    case .comparison(let comparison):
      isFolded
        ? folded([property], comparison)
        : comparison == .equals ? .equals(property, text) : .exact(property, comparison, text)
    }
  }

  /// An empty text is in everything, also where folding leaves nothing.
  private func folded(
    _ properties: [MediaTextProperty], _ comparison: MediaTextComparison
  ) -> MediaPropertyPredicate {
    if text.isEmpty, comparison != .equals {
      return .any(properties.map { .not(.isMissing(.text($0))) })
    }
    return properties.count == 1
      ? .text(properties[0], comparison, text) : .someText(properties, comparison, text)
  }

  /// The test of a tag: of what stands in for it where an item has none, and where nothing does, of nothing, which
  /// only an empty text is like.
  func predicate(_ tag: MPDTag) -> MediaPropertyPredicate {
    let properties = tag.propertiesWithFallbacks
    var predicate: MediaPropertyPredicate = text.isEmpty ? .all([]) : .any([])
    for property in properties.reversed() {
      var parts = [self.predicate(property)]
      // Nothing more to be said where nothing else would do.
      if predicate != .any([]) { parts.append(.all([.isMissing(.text(property)), predicate])) }
      predicate = parts.count == 1 ? parts[0] : .any(parts)
    }
    return predicate
  }

  /// The test of any tag of an item; without stand-ins, so that what has no tags is never meant.
  func anyPredicate() -> MediaPropertyPredicate {
    let properties = MPDTag.allCases.filter { $0 != .comment }.compactMap(\.property)
    guard case .comparison(let comparison) = kind, isFolded else {
      return .any(properties.map { predicate($0) })
    }
    return folded(properties.filter { canHold($0) }, comparison)
  }

  /// Whether values of a property can be like the text: numbers have no letters, and what MusicBrainz calls things
  /// few. That spares looking into most of what a library has much of.
  private func canHold(_ property: MediaTextProperty) -> Bool {
    let allowed: String
    switch property {
    case .track, .disc, .movementNumber: allowed = "0123456789"
    case .date, .originalDate: allowed = "0123456789-"
    case .musicBrainzTrack, .musicBrainzReleaseTrack, .musicBrainzAlbum, .musicBrainzWork,
      .musicBrainzReleaseGroup, .musicBrainzArtist, .musicBrainzAlbumArtist:
      allowed = "0123456789abcdefABCDEF"
    default: return true
    }
    return text.allSatisfy { !$0.isLetter || allowed.contains($0) }
  }
}
