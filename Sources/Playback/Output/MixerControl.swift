import CALSA
import Glibc

/// The volume of a sound card, as ALSA has it. Closed when it goes out of scope.
struct MixerControl: ~Copyable {
  private let handle: OpaquePointer
  private let element: OpaquePointer
  /// Kept because the mixer may look into it as long as it is open.
  private let configuration: ALSAConfiguration?
  private let scale: VolumeScale
  private let hasSwitch: Bool

  /// What was set last, and what the card made of it.
  private var last: (percent: Int, value: Int)?

  /// Controls that are the volume of all, or of what we play, the best first.
  private static let names = ["Master", "PCM", "Speaker", "Headphone", "Digital"]

  /// Opens the mixer that belongs to a device.
  ///
  /// - Parameters:
  ///   - device: An ALSA name of a playback device, such as `default` or `hw:0,0`.
  ///   - file: In the place of ALSA's own configuration.
  /// - Returns: `nil` where there is none, or it is a sound server's, whose volume is that of all programs.
  init?(of device: String, configuration file: String?) {
    segue_alsa_be_silent()
    let configuration = file.flatMap { try? ALSAConfiguration(file: $0) }
    if file != nil, configuration == nil { return nil }
    guard let handle = Self.open(Self.card(of: device), configuration) else { return nil }
    guard let element = Self.element(handle) else {
      snd_mixer_close(handle)
      return nil
    }
    self.handle = handle
    self.element = element
    self.configuration = configuration
    scale = VolumeScale(of: element)
    hasSwitch = snd_mixer_selem_has_playback_switch(element) != 0
  }

  deinit { snd_mixer_close(handle) }

  /// What becomes readable when the volume changes.
  var descriptors: [Int32] {
    let count = max(0, snd_mixer_poll_descriptors_count(handle))
    var all = [pollfd](repeating: pollfd(), count: Int(count))
    let filled = snd_mixer_poll_descriptors(handle, &all, UInt32(count))
    return all.prefix(Int(max(0, filled))).map(\.fd)
  }

  /// Takes in what has changed.
  ///
  /// - Returns: Whether the card is still there.
  func takeChanges() -> Bool { snd_mixer_handle_events(handle) >= 0 }

  /// 0 to 100; 0 where it is muted. `nil` where the card does not say.
  var percent: Int? {
    if isMuted { return 0 }
    guard let value = scale.value(of: element) else { return nil }
    // The card has fewer steps than there are percents.
    if let last, last.value == value { return last.percent }
    return scale.percent(value)
  }

  private var isMuted: Bool {
    guard hasSwitch else { return false }
    var isOn: Int32 = 1
    let code = snd_mixer_selem_get_playback_switch(element, SND_MIXER_SCHN_FRONT_LEFT, &isOn)
    return code >= 0 && isOn == 0
  }

  /// - Returns: Whether the card took it.
  mutating func set(_ percent: Int) -> Bool {
    if percent > 0, isMuted { snd_mixer_selem_set_playback_switch_all(element, 1) }
    guard scale.set(percent, of: element) else { return false }
    last = scale.value(of: element).map { (percent, $0) }
    return true
  }

  /// The name under which the mixer of a device is found: `hw:0` for `plughw:0,0`, `hw:PCH` for `front:CARD=PCH,DEV=0`.
  static func card(of device: String) -> String {
    let types = ["hw", "plughw", "sysdefault", "front", "iec958", "hdmi", "dmix", "surround"]
    guard let colon = device.firstIndex(of: ":"),
      types.contains(where: { device[..<colon].hasPrefix($0) })
    else { return device }
    let first = device[device.index(after: colon)...].prefix { $0 != "," }
    return "hw:\(first.hasPrefix("CARD=") ? first.dropFirst(5) : first)"
  }

  private static func open(
    _ card: String, _ configuration: ALSAConfiguration?
  ) -> OpaquePointer? {
    var control: OpaquePointer?
    let mode = Int32(SND_CTL_NONBLOCK)
    let code =
      if let configuration {
        snd_ctl_open_lconf(&control, card, mode, configuration.root)
      } else {
        snd_ctl_open(&control, card, mode)
      }
    guard code >= 0, let control else { return nil }
    var elements: OpaquePointer?
    guard !isServer(control), snd_hctl_open_ctl(&elements, control) >= 0, let elements else {
      snd_ctl_close(control)
      return nil
    }
    var mixer: OpaquePointer?
    guard snd_mixer_open(&mixer, 0) >= 0, let mixer else {
      snd_hctl_close(elements)
      return nil
    }
    guard snd_mixer_attach_hctl(mixer, elements) >= 0 else {
      snd_hctl_close(elements)
      snd_mixer_close(mixer)
      return nil
    }
    guard snd_mixer_selem_register(mixer, nil, nil) >= 0, snd_mixer_load(mixer) >= 0 else {
      snd_mixer_close(mixer)
      return nil
    }
    return mixer
  }

  private static func isServer(_ control: OpaquePointer) -> Bool {
    var info: OpaquePointer?
    guard snd_ctl_card_info_malloc(&info) >= 0, let info else { return true }
    defer { snd_ctl_card_info_free(info) }
    guard snd_ctl_card_info(control, info) >= 0 else { return true }
    let names = [snd_ctl_card_info_get_id(info), snd_ctl_card_info_get_name(info)]
    let text = names.compactMap { $0.map { String(cString: $0) } }.joined(separator: " ")
      .lowercased()
    return ["pulse", "pipewire", "jack"].contains { text.contains($0) }
  }

  /// The best control that has a volume; without one of the usual names the first.
  private static func element(_ mixer: OpaquePointer) -> OpaquePointer? {
    var found: (rank: Int, element: OpaquePointer)?
    var next = snd_mixer_first_elem(mixer)
    while let element = next {
      next = snd_mixer_elem_next(element)
      guard snd_mixer_selem_is_active(element) != 0,
        snd_mixer_selem_has_playback_volume(element) != 0
      else { continue }
      let name = snd_mixer_selem_get_name(element).map { String(cString: $0) } ?? ""
      let rank = names.firstIndex(of: name) ?? names.count
      if rank < found?.rank ?? .max { found = (rank, element) }
    }
    return found?.element
  }
}

/// How a card's volume relates to percents: by its loudness where the card tells decibels, so that equal steps sound
/// equal, else by its steps.
struct VolumeScale: Equatable {
  /// In hundredths of a dB, or in steps.
  let lowest: Int
  let highest: Int
  let isDecibels: Bool

  init(lowest: Int, highest: Int, isDecibels: Bool) {
    (self.lowest, self.highest, self.isDecibels) = (lowest, highest, isDecibels)
  }

  fileprivate init(of element: OpaquePointer) {
    var (low, high) = (0, 0)
    if snd_mixer_selem_get_playback_dB_range(element, &low, &high) >= 0, low < high {
      self.init(lowest: low, highest: high, isDecibels: true)
    } else {
      snd_mixer_selem_get_playback_volume_range(element, &low, &high)
      self.init(lowest: low, highest: high, isDecibels: false)
    }
  }

  /// With a range as small as this percents go by decibels evenly.
  private static let small = 2400
  /// So many decibels are a tenth of the loudness as alsamixer shows it.
  private static let decade = 6000.0

  private var floor: Double {
    lowest <= -999_999 ? 0 : pow(10, Double(lowest - highest) / Self.decade)
  }

  private var isEven: Bool { !isDecibels || highest - lowest <= Self.small }

  func percent(_ value: Int) -> Int {
    guard highest > lowest else { return 100 }
    var share = Double(value - lowest) / Double(highest - lowest)
    if !isEven {
      share = (pow(10, Double(value - highest) / Self.decade) - floor) / (1 - floor)
    }
    return min(100, max(0, Int((share * 100).rounded())))
  }

  func value(_ percent: Int) -> Int {
    if percent <= 0 { return lowest }
    if percent >= 100 { return highest }
    let share = Double(percent) / 100
    if isEven { return lowest + Int((share * Double(highest - lowest)).rounded()) }
    return highest + Int((log10(share * (1 - floor) + floor) * Self.decade).rounded())
  }

  /// What the card has now, of its loudest channel.
  fileprivate func value(of element: OpaquePointer) -> Int? {
    var loudest: Int?
    for raw in SND_MIXER_SCHN_FRONT_LEFT.rawValue...SND_MIXER_SCHN_LAST.rawValue {
      let channel = snd_mixer_selem_channel_id_t(rawValue: raw)
      guard snd_mixer_selem_has_playback_channel(element, channel) != 0 else { continue }
      var value = 0
      let code =
        isDecibels
        ? snd_mixer_selem_get_playback_dB(element, channel, &value)
        : snd_mixer_selem_get_playback_volume(element, channel, &value)
      if code >= 0 { loudest = max(loudest ?? value, value) }
    }
    return loudest
  }

  fileprivate func set(_ percent: Int, of element: OpaquePointer) -> Bool {
    let wanted = value(percent)
    let step = isDecibels ? nearestStep(to: wanted, of: element) : wanted
    guard let step else { return false }
    return snd_mixer_selem_set_playback_volume_all(element, step) >= 0
  }

  /// The step whose loudness is nearest; ALSA itself knows those above and below.
  private func nearestStep(to wanted: Int, of element: OpaquePointer) -> Int? {
    let steps = [Int32(-1), 1].compactMap { direction -> (step: Int, distance: Int)? in
      var (step, decibels) = (0, 0)
      guard snd_mixer_selem_ask_playback_dB_vol(element, wanted, direction, &step) >= 0,
        snd_mixer_selem_ask_playback_vol_dB(element, step, &decibels) >= 0
      else { return nil }
      return (step, abs(decibels - wanted))
    }
    return steps.min { $0.distance < $1.distance }?.step
  }
}
