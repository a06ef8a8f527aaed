import Decoding
import Glibc
import Posix
import Worker
import WorkerSandbox

let channel = WorkerChannel.open()
Source.prepare()
let probes = CommandLine.arguments.dropFirst().first == "--probe"
Sandbox(descriptors: probes ? TagRequest.maximumFiles : DecoderLoop.maximumDescriptors).enter()
do throws(WorkerError) {
  if probes { try ProbeLoop.run(channel) } else { try DecoderLoop.run(channel) }
} catch {
  Program.complain("segue-decoder: \(error)")
  exit(1)
}
