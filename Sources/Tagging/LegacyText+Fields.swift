import CTagLib
import Media

extension LegacyText {
  /// All texts of a record whose encoding is not sure, by the fields of `tags` in which they are.
  static func all(_ texts: FieldTexts, _ tags: MediaTags) -> [LegacyText] {
    fields.compactMap { source, plain in
      let values = texts.legacy(source)
      guard !values.isEmpty else { return nil }
      // Beside a list of names their line is for show.
      var field = plain
      if source == SEGUE_TAG_ARTIST, !texts.list(SEGUE_TAG_ARTIST_LIST).isEmpty {
        field = .artistDisplay
      }
      if source == SEGUE_TAG_ALBUM_ARTIST, !texts.list(SEGUE_TAG_ALBUM_ARTIST_LIST).isEmpty {
        field = .albumArtistDisplay
      }
      return tags.values(field).isEmpty ? nil : LegacyText(field: field, values: values)
    }
  }

  private static let fields: [(segue_tag_field, Field)] = [
    (SEGUE_TAG_TITLE, .title), (SEGUE_TAG_ARTIST, .artists), (SEGUE_TAG_ARTIST_LIST, .artists),
    (SEGUE_TAG_ALBUM_ARTIST, .albumArtists), (SEGUE_TAG_ALBUM_ARTIST_LIST, .albumArtists),
    (SEGUE_TAG_ALBUM, .album), (SEGUE_TAG_GENRE, .genres), (SEGUE_TAG_COMPOSER, .composers),
    (SEGUE_TAG_COMMENT, .comments), (SEGUE_TAG_PERFORMER, .performers),
    (SEGUE_TAG_CONDUCTOR, .conductors), (SEGUE_TAG_LABEL, .labels), (SEGUE_TAG_MOOD, .moods),
    (SEGUE_TAG_GROUPING, .grouping), (SEGUE_TAG_WORK, .work), (SEGUE_TAG_MOVEMENT, .movement),
    (SEGUE_TAG_DISC_SUBTITLE, .discSubtitle), (SEGUE_TAG_TITLE_SORT, .titleSort),
    (SEGUE_TAG_ARTIST_SORT, .artistSort), (SEGUE_TAG_ALBUM_SORT, .albumSort),
    (SEGUE_TAG_ALBUM_ARTIST_SORT, .albumArtistSort), (SEGUE_TAG_COMPOSER_SORT, .composerSort),
  ]
}
