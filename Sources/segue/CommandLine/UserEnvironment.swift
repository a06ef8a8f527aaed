import Configuration
import Library
import Posix
import Worker

/// What a command knows of its user.
struct UserEnvironment: Sendable {
  let places: Places
  let settings: Settings
  /// The configuration file that was asked for; `nil` for the usual one.
  let configurationFile: String?

  init(_ arguments: Arguments) throws {
    places = try Places()
    configurationFile = arguments.value("config")
    settings = try Settings.load(
      configurationFile ?? places.configurationFile, required: configurationFile != nil)
  }

  /// The library, to be read.
  func library() throws(LibraryError) -> LibraryStore {
    try LibraryStore(path: places.database, access: .read)
  }

  /// The language that orders a new library.
  var locale: String? {
    settings.locale ?? Program.environment("LC_ALL") ?? Program.environment("LC_COLLATE")
      ?? Program.environment("LANG")
  }
}
