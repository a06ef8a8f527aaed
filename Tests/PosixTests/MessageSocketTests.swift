import Glibc
import Posix
import TestSupport
import Testing

@Suite struct MessageSocketTests {
  @Test func `messages keep their borders and bring open descriptors`() throws {
    let folder = try TemporaryFolder()
    let file = try FileDescriptor(opening: try folder.write("a", "music"))
    let ends = try MessageSocket.pair()
    try ends.parent.send([1, 2, 3], descriptors: [file.raw, file.raw])
    try ends.parent.send([4])
    let first = try #require(try ends.child.receive(descriptors: 8))
    #expect(Array(first.bytes) == [1, 2, 3])
    #expect(first.descriptors.count == 2)
    #expect(!first.isTruncated)
    var bytes = [UInt8](repeating: 0, count: 5)
    #expect(pread(first.descriptors[1].raw, &bytes, 5, 0) == 5)
    #expect(bytes == Array("music".utf8))
    #expect(fcntl(first.descriptors[0].raw, F_GETFD) & FD_CLOEXEC != 0)
    #expect(try ends.child.receive()?.bytes == [4])
  }

  @Test func `descriptors that were not expected are closed and reported`() throws {
    let folder = try TemporaryFolder()
    let file = try FileDescriptor(opening: try folder.write("a", "music"))
    let ends = try MessageSocket.pair()
    try ends.parent.send([1], descriptors: [file.raw])
    let message = try #require(try ends.child.receive())
    #expect(message.descriptors.isEmpty)
    #expect(message.isTruncated)
  }

  @Test func `the end of one side is the end of messages for the other`() throws {
    var ends: (parent: MessageSocket, child: MessageSocket)? = try MessageSocket.pair()
    let child = try #require(ends?.child)
    ends = nil
    #expect(try child.receive()?.bytes == nil)
    #expect(throws: PosixError.self) { try child.send([1]) }
  }
}
