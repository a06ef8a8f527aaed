import MPDProtocol

// Clients send each other messages.
extension Command {
  static let messages = [
    Command("subscribe", .read, 1...1) { daemon, call throws(MPDError) in
      try daemon.channels.subscribe(call.session, to: call[0])
      daemon.tell(.subscription)
      return .done
    },
    Command("unsubscribe", .read, 1...1) { daemon, call throws(MPDError) in
      try daemon.channels.unsubscribe(call.session, from: call[0])
      daemon.tell(.subscription)
      return .done
    },
    Command("channels", .read, 0...0) { daemon, _ in
      .answer { answer in
        for name in daemon.channels.names { answer.line("channel", name) }
      }
    },
    Command("readmessages", .read, 0...0) { _, call in
      let messages = call.session.messages
      call.session.messages = []
      return .answer { answer in
        for message in messages {
          answer.line("channel", message.channel)
          answer.line("message", message.text)
        }
      }
    },
    Command("sendmessage", .control, 2...2) { daemon, call throws(MPDError) in
      let receivers = try daemon.channels.send(call[1], to: call[0])
      daemon.tell(.message, receivers)
      return .done
    },
  ]
}
