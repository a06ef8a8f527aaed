import Configuration
import Glibc
import TestSupport
import Testing

/// Who may connect, and what they may do then.
@Suite struct AccessTests {
  private func settings(_ lines: String..., isPrivate: Bool = true) throws -> Settings {
    try Settings(
      file: "segue.conf", text: "[mpd]\n" + lines.joined(separator: "\n"), isPrivate: isPrivate)
  }

  @Test func `a password is what stands before the last at sign`() throws {
    let settings = try settings("password = p@ss # word@read,add", "password = b@")
    #expect(settings.passwords.map(\.permissions) == [[.read, .add], []])
    #expect(settings.passwords[0].matches("p@ss # word"))
    #expect(!settings.passwords[0].matches("p@ss"))
    #expect(!settings.passwords[0].matches(""))
  }

  @Test func `a hash lets in who knows the password`() throws {
    let hash = try PasswordHash(of: "geheim")
    #expect(hash.description.hasPrefix("$"))
    #expect(try PasswordHash(of: "geheim") != hash)
    let settings = try settings("password = \(hash)@admin", isPrivate: false)
    #expect(settings.passwords[0].matches("geheim"))
    #expect(!settings.passwords[0].matches("gehein"))
    #expect(!settings.passwords[0].matches(hash.description))
  }

  @Test func `hashes of other programs are understood`() throws {
    // openssl passwd -5 -salt saltsalt secret
    let hash = "$5$saltsalt$0IyaXrmV7.sGNS6tirgqHLqX/G.FBvgkYA.lpPdS5sA"
    let settings = try settings("password = \(hash)@read")
    #expect(settings.passwords[0].matches("secret"))
    #expect(!settings.passwords[0].matches("another"))
  }

  @Test func `without passwords the network may do all but look after the daemon`() throws {
    #expect(try settings().remotePermissions == [.read, .add, .player, .control])
    #expect(try settings("password = x@admin").remotePermissions == [])
    #expect(
      try settings("password = x@admin", "default-permissions = read").remotePermissions == .read)
    #expect(try settings("default-permissions =").remotePermissions == [])
    #expect(try settings().localPermissions == .all)
    #expect(try settings("local-permissions = read, add").localPermissions == [.read, .add])
  }

  @Test(arguments: ["0.0.0.0:6600", "192.168.1.7:6600", "[::]:6600", "[fe80::1]:6600"])
  func `other machines are let in only where it was decided what they may do`(
    address: String
  ) throws {
    let error = #expect(throws: ConfigurationError.self) { try settings("listen = \(address)") }
    #expect("\(error ?? .noHome)".hasPrefix("segue.conf, line 2: at \(address) everybody"))
    #expect(try settings("listen = \(address)", "password = x@read").listen.count == 1)
    #expect(try settings("listen = \(address)", "default-permissions = read").listen.count == 1)
  }

  @Test(arguments: ["127.0.0.1:6600", "127.8.8.8:1", "[::1]:6600", "localhost:6600", "/run/x"])
  func `this machine alone needs no password`(address: String) throws {
    #expect(try settings("listen = \(address)").listen.map(\.isLocal) == [true])
  }

  @Test(arguments: [
    ("password = secret", "password is SECRET@read,add,player,control,admin"),
    ("password = @read", "password is SECRET@"),
    ("password = x@write", "password allows read,add,player,control,admin, not \"write\""),
    ("password = $nonsense$x@read", "password has a hash that this system cannot check"),
    ("default-permissions = all", "default-permissions allows read,add"),
    ("mpd-compatible = perhaps", "mpd-compatible is one of yes, no, not \"perhaps\""),
    ("listen = example.org:6600", "listen takes addresses in numbers"),
    ("max-connections = 0", "max-connections is a number from 1 to 100000"),
    ("connection-timeout = soon", "connection-timeout is a number from 1 to 86400"),
    ("max-nonsense = 1", "[mpd] has no key \"max-nonsense\"; its keys are listen, mpd-compatible"),
  ])
  func `a mistake is named`(line: String, problem: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try settings(line) }
    #expect("\(error ?? .noHome)".hasPrefix("segue.conf, line 2: \(problem)"), "\(line)")
  }

  @Test func `a plain password in a file that others can read is refused`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("segue.conf", "[mpd]\n\npassword = x@read\n")
    chmod(file, 0o640)
    let error = #expect(throws: ConfigurationError.self) {
      try Settings.load(file, required: true)
    }
    #expect("\(error ?? .noHome)".contains("line 3: a password that all can read"))
    chmod(file, 0o600)
    #expect(try Settings.load(file, required: true).passwords.count == 1)
  }

  @Test func `limits are read`() throws {
    let limits = try settings(
      "max-connections = 7", "max-line-size = 8", "max-command-list-size = 9",
      "max-output-buffer-size = 16", "connection-timeout = 11", "max-playlist-length = 12",
      "max-arguments = 13"
    ).limits
    #expect(
      [
        limits.connections, limits.line, limits.list, limits.output, limits.timeout, limits.queue,
        limits.arguments,
      ] == [7, 8, 9, 16, 11, 12, 13])
  }

  @Test func `MPD's places are listened at once`() throws {
    func places(_ runtime: String?) throws -> Places {
      try Places(environment: { ["HOME": "/h", "XDG_RUNTIME_DIR": runtime ?? ""][$0] })
    }
    let usual = ListenAddress.tcp(host: "127.0.0.1", port: 6600)
    let settings = try settings("mpd-compatible = yes", "listen = localhost:6600")
    #expect(try settings.addresses(places("/run/7")) == [.path("/run/7/mpd/socket"), usual])
    // Elsewhere nobody would look.
    #expect(try settings.addresses(places(nil)) == [usual])
    #expect(try self.settings().addresses(places("/run/7")) == [])
    // One that another covers could not be listened at.
    let all = try self.settings(
      "mpd-compatible = yes", "listen = 0.0.0.0:6600", "listen = 192.168.1.7:6600",
      "listen = [::1]:6600", "listen = 127.0.0.1:6601", "default-permissions = read")
    #expect(
      try all.addresses(places(nil)) == [
        .tcp(host: "0.0.0.0", port: 6600), .tcp(host: "::1", port: 6600),
        .tcp(host: "127.0.0.1", port: 6601),
      ])
  }
}
