import Glibc
import Posix
import Tagging
import Worker
import WorkerSandbox

let channel = WorkerChannel.open()
let protections = Sandbox(descriptors: TagRequest.maximumFiles).enter()
if CommandLine.arguments.contains(ProtectionReport.argument) {
  try? channel.send(ProtectionReport(rawValue: protections.rawValue).encoded())
  exit(0)
}
do {
  try TaggerLoop.run(channel)
} catch {
  Program.complain("segue-tagger: \(error)")
  exit(1)
}
