/// The library cannot do what was asked of it.
public enum LibraryError: Error, Equatable, Sendable {
  /// Nothing was scanned yet.
  case noLibrary(path: String)
  /// A newer Segue wrote this library.
  case tooNew(schema: Int, supported: Int)
  /// Another program writes to it and does not come to an end.
  case locked(path: String)
  case diskFull(path: String)
  case readOnly(path: String)
  /// The file is damaged, or is no database.
  case corrupt(path: String)
  /// The database cannot be opened or made: the kernel's reason.
  case cannotOpen(path: String, reason: String)
  /// SQLite refused. `code` is its extended result code.
  case database(code: Int32, message: String, during: String)
  /// What was looked for takes more time than a query may have.
  case patternTakesTooLong

  /// There is no music folder to scan.
  case noRoots
  /// A folder that was to be scanned cannot be: `reason` follows "because".
  case folder(path: String, reason: String)
  /// A folder that was to become a root lies above one.
  case nestedRoot(path: String, root: String)
  /// A folder that was to become a root lies in one.
  case insideRoot(path: String, root: String)
  /// No root has this name or path.
  case noRoot(String, known: [String])
  /// Changes since a version are not all known any more: up to version `last`, rows were deleted.
  case changesForgotten(since: Int64, last: Int64)
  /// What a root was to be called: `reason` follows "because".
  case badRootName(String, reason: String)
  /// The tagger does not work at all, whatever file it is given.
  case tagger(reason: String)
  /// The system gave no descriptors for a long time.
  case tooManyOpenFiles
  /// What a saved query asks for cannot be found: a sentence.
  case savedQuery(String)
  /// ICU has no collation or folding to offer.
  case text(reason: String)
}

extension LibraryError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noLibrary(let path): "There is no library at \(path) yet; make it with `segue scan`."
    case .tooNew(let schema, let supported):
      "This library has format \(schema) and this Segue reads up to \(supported); upgrade Segue."
    case .locked(let path):
      "The library \(path) is kept locked by another program; try again later."
    case .diskFull(let path): "There is no room left to write \(path); make some and try again."
    case .readOnly(let path):
      "The library \(path) cannot be written: it, or its folder, is read-only."
    case .corrupt(let path):
      "The library \(path) is damaged; `segue scan` sets it aside and restores the last backup."
    case .cannotOpen(let path, let reason): "Cannot open the library \(path): \(reason)."
    case .database(let code, let message, let during):
      "The library failed while \(during): \(message) (SQLite \(code))."
    case .patternTakesTooLong: "The regular expression takes too long; write a simpler one."
    case .noRoots: "There is no music folder yet; name one with `segue scan FOLDER`."
    case .folder(let path, let reason): "Cannot scan \(path): \(reason)."
    case .nestedRoot(let path, let root):
      "Cannot scan \(path): it contains the music folder \(root), and music folders do not nest."
    case .insideRoot(let path, let root):
      "\(path) lies in the music folder \(root), and music folders do not nest; it is scanned with it."
    case .noRoot(let name, let known):
      "There is no music folder \(name)\(known.isEmpty ? "" : "; there are \(known.joined(separator: ", "))")."
    case .changesForgotten(let since, _):
      "Changes since version \(since) are not all remembered any more; begin anew with version 0."
    case .badRootName(let name, let reason): "A music folder cannot be called \(name): \(reason)."
    case .tagger(let reason): "Tags cannot be read: \(reason)"
    case .tooManyOpenFiles: "The scan stopped: too many files are open; raise `ulimit -n`."
    case .savedQuery(let sentence): sentence
    case .text(let reason): "Text cannot be ordered: \(reason)."
    }
  }
}
