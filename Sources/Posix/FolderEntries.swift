import CLinux
import Glibc

/// The entries of a folder as the kernel hands them out.
public enum FolderEntries {
  /// Bytes that are fetched at once.
  private static let capacity = 32 << 10

  // Where the fields of a linux_dirent64 are (getdents64(2)).
  private static let lengthOffset = 16
  private static let typeOffset = 18
  private static let nameOffset = 19

  /// Calls `body` with each name, which is followed by a zero, and its kind (`DT_REG` and so on); not with `.` and
  /// `..`.
  public static func forEach(
    in folder: Int32, _ body: (UnsafeBufferPointer<UInt8>, UInt8) -> Void
  ) throws(PosixError) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 8)
    defer { room.deallocate() }
    while true {
      let count = try retrying("read a folder") {
        segue_read_folder(folder, room.baseAddress.unsafelyUnwrapped, room.count)
      }
      if count == 0 { return }
      read(UnsafeRawBufferPointer(rebasing: room[..<count]), body)
    }
  }

  private static func read(
    _ entries: UnsafeRawBufferPointer, _ body: (UnsafeBufferPointer<UInt8>, UInt8) -> Void
  ) {
    var place = 0
    while place + nameOffset < entries.count {
      let length = Int(
        entries.loadUnaligned(fromByteOffset: place + lengthOffset, as: UInt16.self))
      guard length > nameOffset, place + length <= entries.count else { return }
      let rest = UnsafeRawBufferPointer(
        rebasing: entries[(place + nameOffset)..<(place + length)])
      let start = rest.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
      let name = UnsafeBufferPointer(start: start, count: strnlen(start, rest.count))
      if !isDots(name) { body(name, entries[place + typeOffset]) }
      place += length
    }
  }

  private static func strnlen(_ start: UnsafePointer<UInt8>, _ limit: Int) -> Int {
    start.withMemoryRebound(to: CChar.self, capacity: limit) { Glibc.strnlen($0, limit) }
  }

  private static func isDots(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
  }
}
