import FoundationEssentials
import Glibc
import Library
import Media
import Posix
import Worker

extension Command {
  static let artwork = Command(
    name: "artwork", usage: "ITEM",
    summary: "List the pictures of an item, or take one out",
    details: """
      ITEM is a file or a URI of the library. The pictures in the file come first, then the one beside
      it; marked with * is the one that stands for the item, which --output takes. A picture in a file
      is read by a worker that can do nothing else.
      """,
    options: [
      .init("json", "Print one JSON object a line"),
      .init("output", letter: "o", value: "FILE", "Write the picture there; - is standard output"),
    ], arguments: 1...1
  ) { arguments in
    let command = try ArtworkCommand(arguments)
    if let output = arguments.value("output") {
      if arguments.has("json") {
        throw UsageError.badArgument("--json", allowed: "possible together with --output")
      }
      try command.write(to: output)
    } else {
      try command.list(isJSON: arguments.has("json"))
    }
  }
}

/// The pictures of one item: in its file, and beside it.
@MainActor
private struct ArtworkCommand {
  private let item: MediaItem
  private let cover: FilePath?
  private let database: String

  init(_ arguments: Arguments) throws {
    let user = try UserEnvironment(arguments)
    let library = try user.library()
    item = try library.items(named: arguments.positional[0])[0]
    cover = try library.coverFile(of: item)
    database = user.places.database
  }

  func list(isJSON: Bool) throws {
    let records = try records()
    let lines = JSONLines()
    for record in records {
      if isJSON {
        Console.standard.write(try lines.line(record))
      } else {
        Console.standard.line(record.line)
      }
    }
  }

  /// Writes what stands for the item: the picture in its file, else the one beside it.
  func write(to output: String) throws {
    guard let bytes = try embedded() ?? beside() else {
      throw ExitError(.failed, "\(item.displayTitle) has no picture.")
    }
    if output == "-" { return Console.standard.write(bytes) }
    let file = try FileDescriptor(opening: output, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o666)
    try file.write(bytes)
  }

  private func embedded() throws -> [UInt8]? {
    guard let (file, _) = Self.opened(item.path) else { return nil }
    var reader = try EmbeddedPictures(library: database, workers: .ofThisProgram())
    return try reader.picture(in: file, fileExtension: item.path.fileExtension)?.bytes
  }

  private func beside() throws -> [UInt8]? {
    guard let cover, let (file, _) = CoverFile.open(cover) else { return nil }
    return try FileDescriptor(owning: dup(file.raw)).readAll(limit: EmbeddedPictures.maximumBytes)
  }

  private func records() throws -> [Record] {
    var records: [Record] = []
    if let (file, _) = Self.opened(item.path) {
      var reader = try EmbeddedPictures(library: database, workers: .ofThisProgram())
      let pictures = try reader.list(in: file, fileExtension: item.path.fileExtension)
      let preferred = EmbeddedPicture.preferred(among: pictures)
      records = pictures.enumerated().map {
        Record(picture: $1, path: nil, isPreferred: $0 == preferred)
      }
    }
    if let cover, let (_, status) = CoverFile.open(cover) {
      let picture = EmbeddedPicture(
        kind: EmbeddedPicture.frontCover, mimeType: Self.mimeType(cover.fileExtension),
        size: Int(status.size))
      records.append(Record(picture: picture, path: cover, isPreferred: records.isEmpty))
    }
    return records
  }

  private static func opened(_ path: FilePath) -> (file: FileDescriptor.Owned, status: FileStatus)?
  {
    try? path.withCString(FileDescriptor.regularFile)
  }

  private static func mimeType(_ fileExtension: String) -> String {
    fileExtension == "jpg" ? "image/jpeg" : "image/\(fileExtension)"
  }

  /// A picture as it is listed.
  private struct Record: Encodable {
    let picture: EmbeddedPicture
    /// The file beside the music that it is; `nil` for one in the tags.
    let path: FilePath?
    let isPreferred: Bool

    private enum Key: String, CodingKey {
      case type, typeName, mimeType, size, artworkSource, path, pathBase64, preferred
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(picture.kind, forKey: .type)
      try container.encode(picture.kindName, forKey: .typeName)
      if !picture.mimeType.isEmpty { try container.encode(picture.mimeType, forKey: .mimeType) }
      try container.encode(picture.size, forKey: .size)
      let source: ArtworkSource = path == nil ? .embedded : .file
      try container.encode(source.rawValue, forKey: .artworkSource)
      if let text = path?.string {
        try container.encode(text, forKey: .path)
      } else if let path {
        try container.encode(Data(path.bytes).base64EncodedString(), forKey: .pathBase64)
      }
      if isPreferred { try container.encode(true, forKey: .preferred) }
    }

    /// `* front cover  image/png  12345 bytes  in the file`
    var line: String {
      let place = path.map { DisplayText.line($0.uri) } ?? "in the file"
      let type = picture.mimeType.isEmpty ? "unknown" : DisplayText.line(picture.mimeType)
      return
        "\(isPreferred ? "*" : " ") \(picture.kindName)  \(type)  \(picture.size) bytes  \(place)"
    }
  }
}
