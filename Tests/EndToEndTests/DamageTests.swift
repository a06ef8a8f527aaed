import Glibc
import Posix
import TestSupport
import Testing

/// A damaged library is nobody's end.
@Suite struct DamageTests {
  @Test func `a scan mends the library and says so in one sentence`() async throws {
    let home = try PrivateHome()
    // The first one makes no backup, for all that it knows is in the files.
    let backup = home.folder.path("data/segue/segue.db-backup")
    _ = try await home.segue("scan", Project.music)
    #expect(access(backup, F_OK) != 0)
    _ = try await home.segue("scan")
    #expect(access(backup, F_OK) == 0)
    try Self.damage(home)
    let list = try await home.segue("list")
    #expect(list.status == 1 && list.errors.contains("`segue scan`"))
    let scan = try await home.segue("scan")
    #expect(scan.status == 0, "\(scan.errors)")
    #expect(scan.errors.split(separator: "\n").count == 1)
    #expect(scan.errors.contains("the backup of 20"))
    #expect(try await home.segue("list").lines.count == 34)
  }

  @Test func `the daemon mends it when it starts`() async throws {
    let home = try PrivateHome()
    _ = try await home.segue("scan", Project.music)
    _ = try await home.segue("scan")
    try Self.damage(home)
    let status = try await home.segue("status")
    #expect(status.status == 0, "\(status.errors)")
    #expect(try await home.segue("list").lines.count == 34)
    #expect(try await home.segue("quit").status == 0)
  }

  private static func damage(_ home: PrivateHome) throws {
    for suffix in ["-wal", "-shm"] { unlink(home.folder.path("data/segue/segue.db\(suffix)")) }
    let file = try FileDescriptor(opening: home.folder.path("data/segue/segue.db"), O_WRONLY)
    try file.write([UInt8](repeating: 0x5A, count: 8192))
  }
}
