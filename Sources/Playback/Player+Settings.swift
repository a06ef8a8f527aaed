// Modes and outputs.
extension Player {
  public func setRandom(_ on: Bool) {
    if on == queue.isRandom { return }
    queue.setRandom(on)
    optionsChanged()
  }

  public func setRepeat(_ on: Bool) {
    if on == queue.isRepeating { return }
    queue.isRepeating = on
    optionsChanged()
  }

  public func setSingle(_ mode: OneShotMode) {
    if mode == queue.single { return }
    queue.single = mode
    optionsChanged()
  }

  public func setConsume(_ mode: OneShotMode) {
    if mode == queue.consume { return }
    queue.consume = mode
    optionsChanged()
  }

  /// - Parameter point: `nil` to go on as the modes say.
  public func setStopPoint(_ point: PlayQueue.StopPoint?) {
    if point == queue.stopPoint { return }
    queue.stopPoint = point
    optionsChanged()
  }

  /// Has random order go from album to album.
  public func setShufflesAlbums(_ on: Bool) {
    if on == queue.shufflesAlbums { return }
    queue.setShufflesAlbums(on)
    optionsChanged()
  }

  /// What is decoded already, a few seconds, stays as loud as it is.
  public func setReplayGain(_ mode: ReplayGainSettings.Mode) {
    var settings = replayGain
    settings.mode = mode
    setReplayGain(settings)
  }

  /// As `setReplayGain`, with all that belongs to it.
  public func setReplayGain(_ settings: ReplayGainSettings) {
    if settings == replayGain { return }
    replayGain = settings
    feed.setReplayGain(replayGain)
    announce(.optionsChanged)
  }

  /// How tracks go over into each other, from the next change of the track on.
  public func setCrossfade(_ settings: CrossfadeSettings) {
    if settings == crossfade { return }
    crossfade = settings
    optionsChanged()
  }

  private func optionsChanged() {
    announceFollower()
    announce(.optionsChanged)
  }

  /// Its ids are the places in the configuration, from 0.
  public var outputs: [OutputDescription] {
    configuredOutputs.indices.map { index in
      let plugin = configuredOutputs[index].kind == .null ? "null" : "alsa"
      return OutputDescription(
        id: index, name: configuredOutputs[index].name, plugin: plugin,
        isEnabled: configuredOutputs[index].isEnabled)
    }
  }

  /// Enables or disables an output. What plays goes on, on the first one that is enabled.
  public func setOutput(_ id: Int, enabled: Bool) throws(PlayerError) {
    guard configuredOutputs.indices.contains(id) else { throw .noSuchOutput(id) }
    if configuredOutputs[id].isEnabled == enabled { return }
    let before = activeIndex
    configuredOutputs[id].isEnabled = enabled
    if activeIndex != before { switchOutput() }
    announce(.outputsChanged)
  }

  private func switchOutput() {
    useMixer()
    feed.setVolume(softwareVolume)
    feed.setOutput(activeOutput)
    announce(.volumeChanged)
  }

  var activeIndex: Int? { configuredOutputs.firstIndex { $0.isEnabled } }

  /// The one output that sounds.
  var activeOutput: OutputConfiguration? { activeIndex.map { configuredOutputs[$0] } }
}
