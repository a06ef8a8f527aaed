// swift-tools-version: 6.2
import PackageDescription

/// Libraries of Debian that a C target is linked with.
func libraries(_ names: String...) -> [LinkerSetting] { names.map { .linkedLibrary($0) } }

/// A target of Swift code under `Sources`, with what it imports.
func module(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies)
}

/// One of the four programs.
func program(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: dependencies)
}

/// The tests of one module; everything they share is in `TestSupport`.
func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"])
}

/// Sanitizers need what the sandbox of the workers takes away.
let sandboxing: [SwiftSetting] =
  Context.environment["SEGUE_SANITIZER"] == nil ? [] : [.define("SEGUE_UNSANDBOXED")]

/// What `make fuzz` builds: it takes libFuzzer's main function, so no other build sees it.
let fuzzing: [Target] =
  Context.environment["SEGUE_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "Fuzz",
      dependencies: ["Tagging", "Library", "MPDProtocol", "Worker", "Media"], path: "Tests/Fuzz",
      exclude: ["Seeds"])
  ]

let package = Package(
  name: "segue",
  products: [
    .executable(name: "segue", targets: ["segue"]),
    .executable(name: "segued", targets: ["segued"]),
    .executable(name: "segue-tagger", targets: ["segue-tagger"]),
    .executable(name: "segue-decoder", targets: ["segue-decoder"]),
  ],
  targets: [
    // What Swift cannot import by itself. Each belongs to one Swift target.
    .target(name: "CLinux"),
    .target(name: "CMainQueue"),
    .target(name: "CTagLib", linkerSettings: libraries("tag", "z")),
    .target(name: "CExpat", linkerSettings: libraries("expat")),
    .target(
      name: "CFFmpeg",
      linkerSettings: libraries("avformat", "avcodec", "swresample", "swscale", "avutil")),
    .target(name: "CALSA", linkerSettings: libraries("asound")),
    .target(name: "CSQLite", linkerSettings: libraries("sqlite3")),
    .target(name: "CPCRE2", linkerSettings: libraries("pcre2-8")),
    .target(name: "CICU", linkerSettings: libraries("icui18n", "icuuc")),
    .target(name: "CTerminfo", linkerSettings: libraries("tinfo")),
    .target(name: "CChafa", linkerSettings: libraries("dl")),
    .target(name: "CCrypt", linkerSettings: libraries("crypt")),
    .target(name: "CSystemd", linkerSettings: libraries("systemd")),
    .target(name: "CSeccomp", linkerSettings: libraries("seccomp")),

    // The line that music takes, and what stands beside it; nothing imports a target below it.
    module("Media"),
    module("Posix", "CLinux"),
    module("Configuration", "Posix", "CCrypt"),
    module("Worker", "Media", "Posix"),
    .target(
      name: "WorkerSandbox", dependencies: ["Worker", "Posix", "CSeccomp"],
      swiftSettings: sandboxing),
    module("Tagging", "Worker", "Media", "Posix", "CTagLib", "CExpat"),
    module("Decoding", "Worker", "Media", "Posix", "CFFmpeg"),
    module("Library", "Worker", "Media", "Posix", "CSQLite", "CICU", "CPCRE2"),
    module("Picker", "Configuration", "Media"),
    module(
      "TerminalUI", "Picker", "Configuration", "Media", "Posix", "CTerminfo", "CChafa"),
    module("Playback", "Worker", "Media", "Posix", "CALSA"),
    module("MPDProtocol", "Media", "Posix"),
    module(
      "Service", "Library", "Playback", "MPDProtocol", "Configuration", "Worker", "Media", "Posix",
      "CMainQueue", "CSystemd"),

    program(
      "segue", "Library", "Worker", "Picker", "TerminalUI", "MPDProtocol", "Configuration", "Media",
      "Posix"),
    program("segued", "Service", "Configuration", "Posix"),
    program("segue-tagger", "Tagging", "Worker", "WorkerSandbox", "Posix"),
    program("segue-decoder", "Decoding", "Worker", "WorkerSandbox", "Posix"),

    .target(name: "TestSupport", dependencies: ["Posix"], path: "Tests/TestSupport"),
    .executableTarget(
      name: "SandboxProbe", dependencies: ["Worker", "WorkerSandbox", "Posix"],
      path: "Tests/SandboxProbe"),
    .executableTarget(
      name: "TaggerStandIn", dependencies: ["Worker", "WorkerSandbox", "Posix"],
      path: "Tests/TaggerStandIn"),
    .executableTarget(
      name: "segue-bench",
      dependencies: [
        "TestSupport", "Library", "TerminalUI", "Picker", "Playback", "MPDProtocol", "Media",
        "Posix",
      ],
      path: "Tests/Bench/Program"),
    tests("MediaTests", "Media"),
    tests("PosixTests", "Posix"),
    tests("ConfigurationTests", "Configuration", "Posix"),
    tests("WorkerTests", "Worker", "Media", "Posix", "SandboxProbe"),
    tests("TaggingTests", "Tagging", "Worker", "Media", "Posix"),
    tests("DecodingTests", "Decoding", "Worker", "Media", "Posix"),
    tests("LibraryTests", "Library", "Worker", "Media", "Posix", "TaggerStandIn"),
    tests("PickerTests", "Picker", "Media", "Posix"),
    tests("TerminalUITests", "TerminalUI", "Picker", "Configuration", "Media", "Posix"),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    tests("PlaybackTests", "Playback", "Worker", "Media", "Posix", "CAllocations"),
    tests("MPDProtocolTests", "MPDProtocol", "Media", "Posix"),
    tests(
      "ServiceTests", "Service", "Library", "Playback", "MPDProtocol", "Configuration", "Worker",
      "Media", "Posix", "segued", "segue-tagger", "segue-decoder"),
    tests("SegueTests", "segue", "MPDProtocol", "Media"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "TestSupport", "Media", "Posix", "segue", "segued", "segue-tagger", "segue-decoder",
        "segue-bench",
      ]),
  ] + fuzzing,
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
