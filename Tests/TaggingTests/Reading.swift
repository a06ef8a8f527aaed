import Media
import Posix
import TestSupport
import Testing
import Worker

@testable import Tagging

/// Reads a file in this process.
func readTags(_ path: String) throws -> Result<TagRecord, ReadFailure> {
  let file = try FileDescriptor(opening: path)
  return try readTags(descriptor: file.raw, as: FilePath(path).fileExtension)
}

/// Reads an open file in this process.
func readTags(descriptor: Int32, as suffix: String) throws -> Result<TagRecord, ReadFailure> {
  guard let reader = TagReader() else { throw ReadFailure(.memory, reason: "No reader.") }
  return reader.read(descriptor: descriptor, extension: suffix)
}

/// Reads bytes as if they were a file of that extension.
func readTags(_ bytes: [UInt8], as suffix: String = "mp3") throws -> Result<TagRecord, ReadFailure>
{
  let folder = try TemporaryFolder()
  return try readTags(try folder.write("file.\(suffix)", bytes))
}
