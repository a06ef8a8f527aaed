import Glibc
import Posix
import Worker
import WorkerSandbox

// Enters the sandbox of the workers, tries what its argument names, and tells the parent how it went:
// `done`, or the errno. No message at all means that it was killed.

let channel = WorkerChannel.open()
let protections = Sandbox(descriptors: 4, memory: 256 << 20).enter()
let attempt = CommandLine.arguments.last ?? ""
let code = Attempt.all[attempt]?(channel.descriptor.raw) ?? -1
let answer = attempt == "protections" ? "\(protections.rawValue)" : code == 0 ? "done" : "\(code)"
try? channel.send(Array(answer.utf8))
