import Decoding
import Glibc
import Posix
import Worker
import WorkerSandbox

let channel = WorkerChannel.open()
Source.prepare()
let work = CommandLine.arguments.dropFirst().first
let descriptors = work == "--probe" ? TagRequest.maximumFiles : DecoderLoop.maximumDescriptors
Sandbox(descriptors: descriptors).enter()
do throws(WorkerError) {
  switch work {
  case "--probe": try ProbeLoop.run(channel)
  case ChecksumReply.argument: try ChecksumLoop.run(channel)
  default: try DecoderLoop.run(channel)
  }
} catch {
  Program.complain("segue-decoder: \(error)")
  exit(1)
}
