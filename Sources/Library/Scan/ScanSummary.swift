import Media

/// How far a scan is.
public struct ScanProgress: Sendable, Hashable {
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Another scan runs, whose progress this is.
    case waiting
    /// Folders are walked.
    case walking
    /// Tags are read.
    case reading
  }

  public var phase: Phase
  /// Audio files seen.
  public var found = 0
  /// Files whose tags were read, or could not be.
  public var read = 0
  /// Files whose tags are to be read in all; known after the walk.
  public var toRead = 0
  /// Files read in a second.
  public var rate: Double = 0
  /// How long it will take; `nil` while nobody can say.
  public var remaining: Duration?

  public init(phase: Phase) { self.phase = phase }
}

/// What a scan did.
public struct ScanSummary: Sendable, Hashable {
  public var added = 0
  public var changed = 0
  public var moved = 0
  public var gone = 0
  /// Files on a disk that is not there, though their root is. They are kept.
  public var away = 0
  /// Files and folders of this scan that could not be read, those known from earlier included.
  public var unreadable = 0
  public var unchanged = 0
  public var elapsed: Duration = .zero
  /// Whether it was stopped before its end. What it had done is kept.
  public var isCancelled = false
  /// Whether the library is in another order than it was.
  public var isReordered = false
  /// Whether the library is not as it was.
  public var hasChanges = false
  /// Roots that are not there, or empty where they were not. Their items are kept.
  public var unavailableRoots: [MusicRoot] = []
  /// Those of them whose file system did not answer.
  public var silentRoots: [MusicRoot] = []
  /// Why the decoder could not be asked about files that only it may know, which the next scan looks at again;
  /// `nil` where it was not needed or could be.
  public var decoderFailure: String?

  public init() {}

  /// What is out of order with the scan itself: sentences for a person.
  public var complaints: [String] {
    let away = unavailableRoots.map { root in
      silentRoots.contains(root)
        ? "\(root.path) does not answer; its items are kept until it does."
        : "\(root.path) is not there or is empty; its items are kept until it is back."
    }
    let decoder = decoderFailure.map {
      "Files of kinds that only the decoder knows are looked at again by the next scan: \($0)"
    }
    let files = self.away == 1 ? "1 file is" : "\(self.away) files are"
    let disks =
      self.away == 0 ? nil : "\(files) on a disk that is not there, and kept until it is back."
    return away + [disks, decoder].compactMap(\.self)
  }
}
