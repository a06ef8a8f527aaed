import Configuration
import Library
import Posix
import Worker

/// What a command knows of its user.
struct UserEnvironment: Sendable {
  let places: Places
  /// The configuration file that was asked for; `nil` for the usual one.
  let configurationFile: String?

  init(_ arguments: Arguments) throws {
    places = try Places()
    configurationFile = arguments.value("config")
    if configurationFile != nil { _ = try settings() }
  }

  /// The configuration, which most commands do not need: a mistake in it is told by those that do.
  func settings() throws -> Settings {
    try Settings.load(
      configurationFile ?? places.configurationFile, required: configurationFile != nil)
  }

  /// The library, to be read.
  func library() throws(LibraryError) -> LibraryStore {
    try LibraryStore(path: places.database, access: .read)
  }

  /// The language that orders a new library.
  func locale() throws -> String? {
    try settings().locale ?? Program.environment("LC_ALL") ?? Program.environment("LC_COLLATE")
      ?? Program.environment("LANG")
  }
}
