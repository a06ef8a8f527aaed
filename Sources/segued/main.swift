import Service

SeguedProgram.run(Array(CommandLine.arguments.dropFirst()))
