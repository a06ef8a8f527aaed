import Configuration
import Library
import Media
import Playback
import TestSupport
import Testing
import Worker

@testable import Service

@MainActor @Suite struct ConversationTests {
  @Test func `in a list what follows a question is done, also for a client that has gone`()
    async throws
  {
    let home = try PrivateHome()
    var settings = Settings()
    settings.outputs = [OutputSettings(name: "null", kind: .null)]
    let daemon = try Daemon(
      settings: settings, places: Places(environment: { home.environment[$0] }),
      workers: WorkerPrograms(folder: Project.programs))
    defer { daemon.end() }
    // So long that whoever looks it up looks whether it is still wanted.
    let entries = (0..<10_000).map { StoredPlaylistEntry(item: nil, uri: "\($0)") }
    try daemon.store.savePlaylist("long", entries, .create, now: .now, step: 1)
    let conversation = Conversation(
      daemon: daemon, session: Session(isLocal: true, permissions: .all), limits: Limits())
    conversation.output = []
    for line in ["command_list_begin", "listplaylist long", "setvol 30", "command_list_end"] {
      conversation.take(Array(line.utf8)[...])
    }
    conversation.abandon()
    await carryOut(conversation)
    #expect(String(decoding: conversation.output, as: UTF8.self) == "OK\n")
    #expect(daemon.player.volume == 30)
  }

  /// Does all that it was told.
  private func carryOut(_ conversation: Conversation) async {
    while true {
      while conversation.advance() {}
      guard conversation.isBusy else { return }
      await withCheckedContinuation { continuation in
        conversation.onProgress = {
          conversation.onProgress = {}
          continuation.resume()
        }
      }
    }
  }
}
