@preconcurrency import Dispatch

// How loud it is: by the sound card where it has a volume and nothing else is configured, else by multiplying samples.
extension Player {
  /// 0 to 100; `nil` where there is no mixer.
  public var volume: Int? {
    guard let active = activeIndex, configuredOutputs[active].mixer != .none else { return nil }
    return mixerVolume ?? volumes[active]
  }

  /// Whether the volume is the sound card's own, which others may change, and which stays without us.
  public var hasHardwareVolume: Bool { mixerVolume != nil }

  public func setVolume(_ volume: Int) throws(PlayerError) {
    guard 0...100 ~= volume else { throw .badVolume(volume) }
    guard let active = activeIndex, configuredOutputs[active].mixer != .none else {
      throw .noMixer
    }
    guard self.volume != volume else { return }
    if mixerVolume != nil {
      mixerVolume = volume
      mixer?.set(volume)
    } else {
      volumes[active] = volume
      feed.setVolume(volume)
      // The card may just be about to be found.
      mixer?.set(volume)
    }
    announce(.volumeChanged)
  }

  /// Puts a volume of the software back; a card keeps its own.
  public func restore(volume: Int) {
    guard let active = activeIndex, 0...100 ~= volume else { return }
    volumes[active] = volume
    feed.setVolume(softwareVolume)
  }

  /// By how much samples are multiplied, in percent.
  var softwareVolume: Int {
    guard mixerVolume == nil, let active = activeIndex, configuredOutputs[active].mixer != .none
    else { return 100 }
    return volumes[active]
  }

  /// Finds the mixer of the output that sounds.
  func useMixer() {
    mixer?.close()
    (mixer, mixerVolume) = (nil, nil)
    guard let output = activeOutput, output.mixer == .hardware,
      case .alsa(let device, let configuration) = output.kind
    else { return }
    let way = MixerReports()
    let mixer = HardwareMixer(device: device, configuration: configuration) { percent in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { way.player?.heard(percent, of: way) }
      }
    }
    way.player = self
    mixerReports = way
    self.mixer = mixer
    mixer.open()
  }

  /// Looks for the mixer again: the card may have come since.
  func seekMixer() {
    if mixerVolume == nil { mixer?.open() }
  }

  private func heard(_ percent: Int?, of way: MixerReports) {
    guard way === mixerReports, percent != mixerVolume else { return }
    let before = softwareVolume
    mixerVolume = percent
    if softwareVolume != before { feed.setVolume(softwareVolume) }
    announce(.volumeChanged)
  }
}

/// The way back from a mixer, which does not keep the player.
final class MixerReports: Sendable {
  // Fine to share because it is touched on the main queue only.
  nonisolated(unsafe) weak var player: Player?
}
