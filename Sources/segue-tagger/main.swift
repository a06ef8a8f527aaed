import Glibc
import Posix
import Tagging
import Worker
import WorkerSandbox

let channel = WorkerChannel.open()
Sandbox(descriptors: TagRequest.maximumFiles).enter()
do {
  try TaggerLoop.run(channel)
} catch {
  Program.complain("segue-tagger: \(error)")
  exit(1)
}
