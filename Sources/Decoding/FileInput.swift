import CFFmpeg
import Glibc
import Posix

/// A regular file as FFmpeg reads it: by `pread`, at a position of our own, so that nothing but reading
/// is ever asked of the kernel.
final class FileInput {
  /// In bytes.
  let size: Int64

  /// FFmpeg's side. It points back to this object, which frees it, and so must not outlive it.
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// The last `errno` of reading; 0 when there was none.
  private(set) var failure: Int32 = 0

  private let file: FileDescriptor.Owned
  private var position: Int64 = 0
  private static let bufferBytes: Int32 = 1 << 15

  init(_ file: FileDescriptor.Owned) throws(DecodingError) {
    self.file = file
    // Asks no more than reading does; a folder or device says so when it is read.
    size = Int64(lseek(file.raw, 0, SEEK_END))
    guard size >= 0 else { throw .unreadable(code: errno) }
    guard size > 0 else { throw .empty }
    let buffer = try check(av_malloc(Int(Self.bufferBytes)), "allocate a buffer")
    context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Self.bufferBytes, 0,
      Unmanaged.passUnretained(self).toOpaque(), readFile, nil, seekFile)
    if context == nil { av_free(buffer) }
    _ = try check(context, "allocate an input")
  }

  deinit {
    guard let context else { return }
    // FFmpeg may have replaced the buffer by a larger one.
    av_free(context.pointee.buffer)
    avio_context_free(&self.context)
  }

  /// The bytes at a place of the file, fewer at its end.
  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let got = pread(file.raw, buffer.baseAddress, count, off_t(offset))
      filled = max(0, got)
    }
  }

  /// Goes back to the beginning. `false` when there is no context.
  func rewind() -> Bool { context != nil && avio_seek(context, 0, SEEK_SET) == 0 }

  fileprivate func read(_ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
    guard count > 0 else { return segue_error_invalid }
    while true {
      let got = pread(file.raw, buffer, Int(count), off_t(position))
      if got > 0 {
        position += Int64(got)
        return Int32(got)
      }
      if got == 0 { return segue_error_end }
      if errno != EINTR {
        failure = errno
        return -failure
      }
    }
  }

  fileprivate func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 { return size }
    let base: Int64 =
      switch whence & ~AVSEEK_FORCE {
      case SEEK_CUR: position
      case SEEK_END: size
      default: 0
      }
    let (place, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, place >= 0 else { return Int64(-EINVAL) }
    position = place
    return place
  }
}

// Both are called by FFmpeg only while `FileInput` holds the context that they came from.

private func readFile(
  _ input: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let input else { return segue_error_invalid }
  return Unmanaged<FileInput>.fromOpaque(input).takeUnretainedValue().read(buffer, count)
}

private func seekFile(_ input: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64
{
  guard let input else { return Int64(segue_error_invalid) }
  return Unmanaged<FileInput>.fromOpaque(input).takeUnretainedValue().seek(offset, whence)
}
