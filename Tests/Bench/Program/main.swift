import Posix

// `make bench` and `.make/bench` call this; its own words are in `BenchOptions`.
SegueBench.main(Array(CommandLine.arguments.dropFirst()))
