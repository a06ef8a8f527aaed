import Decoding
import Glibc
import Posix
import Worker
import WorkerSandbox

let channel = WorkerChannel.open()
Source.prepare()
Sandbox(descriptors: DecoderLoop.maximumDescriptors).enter()
do throws(WorkerError) {
  try DecoderLoop.run(channel)
} catch {
  Program.complain("segue-decoder: \(error)")
  exit(1)
}
