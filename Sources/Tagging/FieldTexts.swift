import CTagLib

/// The texts of a record, which lie in the reader's memory: to be used before it reads the next file.
struct FieldTexts {
  private var record: segue_tag_record

  init(_ record: segue_tag_record) { self.record = record }

  /// All values of a field.
  func list(_ field: segue_tag_field) -> [String] {
    bytes(field).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first value of a field.
  func first(_ field: segue_tag_field) -> String? {
    let bytes = bytes(field)
    if bytes.isEmpty { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  private func bytes(_ field: segue_tag_field) -> UnsafeBufferPointer<UInt8> {
    let span = withUnsafeBytes(of: record.fields) { fields in
      let spans = fields.bindMemory(to: segue_tag_span.self)
      let index = Int(field.rawValue)
      return spans.indices.contains(index) ? spans[index] : segue_tag_span()
    }
    guard let text = record.text, span.length > 0 else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: text + Int(span.offset), count: Int(span.length))
  }
}
