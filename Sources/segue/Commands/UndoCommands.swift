import MPDProtocol
import Media

// Changes are taken back.
extension Command {
  static let undo = Command(
    name: "undo", summary: "Take the last change of the queue or of a playlist back",
    details: """
      It says what came back. What played when it was taken out of the queue plays on from where it was. The last
      100 changes are kept, over restarts too, whoever made them; segue redo does again what was undone last.
      """
  ) { arguments in
    try step("segue_undo", "undone", arguments)
  }

  static let redo = Command(
    name: "redo", summary: "Do again what was undone last",
    details: "Until the queue or a playlist is changed otherwise."
  ) { arguments in
    try step("segue_redo", "redone", arguments)
  }

  @MainActor
  private static func step(_ command: String, _ key: String, _ arguments: Arguments) throws {
    let client = try DaemonConnection.open(UserEnvironment(arguments))
    do throws(MPDClientError) {
      Console.standard.line("\(DisplayText.line(try client.send(command)[key] ?? "")).")
    } catch {
      guard case .refused(let refusal) = error, refusal.code == .noExist else { throw error }
      throw ExitError(.failed, "\(refusal.message).")
    }
  }
}
