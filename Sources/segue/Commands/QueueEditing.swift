import MPDProtocol
import Media

// Changes of the queue. People count from 1.
extension Command {
  static let remove = Command(
    name: "remove", usage: "N… | N-M…", summary: "Take entries out of the queue",
    details: "N and M are places in the queue in the order of segue queue, from 1.",
    arguments: 1...10_000
  ) { arguments in
    let client = try DaemonConnection.open(UserEnvironment(arguments))
    let count = try PlayerStatus(of: client).queueCount
    var places = RangeSet<Int>()
    for text in arguments.positional {
      places.insert(contentsOf: try QueuePlaces(text, count: count).range)
    }
    try client.send(places.fromBehind.map { MPDCommand("delete", $0) })
    Console.standard.line("\(Follower.tracks(places.count)) removed")
  }

  static let move = Command(
    name: "move", usage: "N | N-M  TO", summary: "Move entries within the queue",
    details: "The first of them is at TO afterwards; \"next\" is behind what plays.",
    arguments: 2...2
  ) { arguments in
    let client = try DaemonConnection.open(UserEnvironment(arguments))
    let count = try PlayerStatus(of: client).queueCount
    let range = try QueuePlaces(arguments.positional[0], count: count).range
    var target = "+0"
    if arguments.positional[1] != "next" {
      let place = try QueuePlaces(arguments.positional[1], count: count).range.lowerBound
      target = String(min(place, count - range.count))
    }
    try client.send("move", "\(range.lowerBound):\(range.upperBound)", target)
  }

  static let shuffle = Command(
    name: "shuffle", usage: "[N-M]", summary: "Mix the queue, or a part of it",
    details: "What plays comes first. segue random plays in another order and leaves the queue.",
    arguments: 0...1
  ) { arguments in
    let client = try DaemonConnection.open(UserEnvironment(arguments))
    let count = try PlayerStatus(of: client).queueCount
    let range = try arguments.positional.first.map { try QueuePlaces($0, count: count).range }
    try client.send([
      MPDCommand("shuffle", range.map { ["\($0.lowerBound):\($0.upperBound)"] } ?? [])
    ])
  }

  static let crop = Command(
    name: "crop", usage: "[N-M]", summary: "Leave only what plays, or a part, in the queue",
    arguments: 0...1
  ) { arguments in
    let client = try DaemonConnection.open(UserEnvironment(arguments))
    let count = try PlayerStatus(of: client).queueCount
    let range = try arguments.positional.first.map { try QueuePlaces($0, count: count).range }
    try client.send([
      MPDCommand("segue_crop", range.map { ["\($0.lowerBound):\($0.upperBound)"] } ?? [])
    ])
    Console.standard.line("\(Follower.tracks(try PlayerStatus(of: client).queueCount)) left")
  }
}

extension RangeSet<Int> {
  var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// As arguments of commands that take them out: the last first, so that the places of those to come stay what they are.
  var fromBehind: [String] { ranges.reversed().map { "\($0.lowerBound):\($0.upperBound)" } }
}

/// Places in the queue as people write them, from 1: `3`, `3-7`, `3-`.
struct QueuePlaces {
  /// Counted from 0.
  let range: Range<Int>

  init(_ text: String, count: Int, of list: String = "queue") throws {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let first = Int(ends[0])
    let last = ends.count == 1 ? first : ends[1].isEmpty ? count : Int(ends[1])
    guard let first, let last, first >= 1, last >= first else {
      throw UsageError.badArgument(text, allowed: "a place in the \(list) such as 3, 3-7 or 3-")
    }
    guard last <= count else {
      throw ExitError(
        .failed,
        "The \(list) of \(Follower.tracks(count)) has no entry \(last).")
    }
    range = first - 1..<last
  }
}
