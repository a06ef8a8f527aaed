import Posix

// `make bench` and `.make/bench` call this; its own words are in `BenchOptions`.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "show" { PickerShow.run(Array(arguments.dropFirst())) }
SegueBench.main(arguments)
