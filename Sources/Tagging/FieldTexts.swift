import CTagLib

/// The texts of a record, which lie in the reader's memory: to be used before it reads the next file.
struct FieldTexts {
  private var record: segue_tag_record

  init(_ record: segue_tag_record) { self.record = record }

  /// All values of a field.
  func list(_ field: segue_tag_field) -> [String] {
    bytes(span(field, record.fields)).split(separator: 0).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The first value of a field.
  func first(_ field: segue_tag_field) -> String? {
    let bytes = bytes(span(field, record.fields))
    if bytes.isEmpty { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The bytes behind the values of a field where their encoding is not sure; else empty.
  func legacy(_ field: segue_tag_field) -> [[UInt8]] {
    let bytes = bytes(span(field, record.legacy))
    return bytes.isEmpty
      ? [] : bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
  }

  /// Some of the record's text.
  func text(_ span: segue_tag_span) -> String { String(decoding: bytes(span), as: UTF8.self) }

  private func span<Spans>(_ field: segue_tag_field, _ spans: Spans) -> segue_tag_span {
    withUnsafeBytes(of: spans) { bytes in
      let spans = bytes.bindMemory(to: segue_tag_span.self)
      let index = Int(field.rawValue)
      return spans.indices.contains(index) ? spans[index] : segue_tag_span()
    }
  }

  private func bytes(_ span: segue_tag_span) -> UnsafeBufferPointer<UInt8> {
    guard let text = record.text, span.length > 0 else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: text + Int(span.offset), count: Int(span.length))
  }
}
