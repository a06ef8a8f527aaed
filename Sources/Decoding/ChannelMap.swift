import CFFmpeg

/// Which channel of a source goes to which of a device, in ALSA's order.
struct ChannelMap: Equatable {
  /// For each of the device's channels the source's, or -1 for silence.
  let sources: [Int]

  /// Whether channels stay as they are.
  var isIdentity: Bool { sources == Array(sources.indices) }

  /// The channels of a device that has so many, in ALSA's order.
  ///
  /// Source: alsa-lib, `snd_pcm_query_chmaps`' usual answers; HDMI's for 3 and 7.
  static func device(_ count: Int) -> [AVChannel] {
    let front = [AV_CHAN_FRONT_LEFT, AV_CHAN_FRONT_RIGHT]
    let rear = [AV_CHAN_BACK_LEFT, AV_CHAN_BACK_RIGHT]
    switch count {
    case 1: return [AV_CHAN_FRONT_CENTER]
    case 2: return front
    case 3: return front + [AV_CHAN_FRONT_CENTER]
    case 4: return front + rear
    case 5: return front + rear + [AV_CHAN_FRONT_CENTER]
    case 6: return front + rear + [AV_CHAN_FRONT_CENTER, AV_CHAN_LOW_FREQUENCY]
    case 7:
      return front + rear + [AV_CHAN_FRONT_CENTER, AV_CHAN_LOW_FREQUENCY, AV_CHAN_BACK_CENTER]
    default:
      let side = [AV_CHAN_SIDE_LEFT, AV_CHAN_SIDE_RIGHT]
      return front + rear + [AV_CHAN_FRONT_CENTER, AV_CHAN_LOW_FREQUENCY] + side
    }
  }

  /// The map that loses no channel of the source and mixes none; `nil` when there is no such map.
  ///
  /// - Parameters:
  ///   - source: Channels in the source's order; empty when it does not say which they are.
  ///   - sourceCount: How many those are.
  ///   - count: The device's channels.
  init?(from source: [AVChannel], sourceCount: Int, to count: Int) {
    if sourceCount == 1 {
      // One channel sounds from both sides at front.
      sources = (0..<count).map { $0 < 2 ? 0 : -1 }
      return
    }
    guard source.count == sourceCount else {
      guard sourceCount <= count else { return nil }
      sources = (0..<count).map { $0 < sourceCount ? $0 : -1 }
      return
    }
    let device = Self.device(count)
    let named = Self.withRear(source, count: count)
    if named.allSatisfy(device.contains) {
      sources = device.map { named.firstIndex(of: $0) ?? -1 }
    } else if sourceCount == count, count <= 3 || count == 7 {
      // 2.1, matrix stereo and 7.0: devices do not tell such channels apart.
      sources = Self.ranked(named)
    } else {
      return nil
    }
  }

  /// The map from so many channels as FFmpeg orders them by default.
  init(mixed count: Int) {
    var layout = AVChannelLayout()
    av_channel_layout_default(&layout, Int32(count))
    defer { av_channel_layout_uninit(&layout) }
    self =
      ChannelMap(from: layout.channels, sourceCount: count, to: count)
      ?? ChannelMap(sources: Array(0..<count))
  }

  private init(sources: [Int]) { self.sources = sources }

  /// Where there is one pair behind the front, ALSA calls it rear; FFmpeg often calls it side.
  private static func withRear(_ source: [AVChannel], count: Int) -> [AVChannel] {
    guard count < 8, !source.contains(AV_CHAN_BACK_LEFT) else { return source }
    return source.map {
      switch $0 {
      case AV_CHAN_SIDE_LEFT: AV_CHAN_BACK_LEFT
      case AV_CHAN_SIDE_RIGHT: AV_CHAN_BACK_RIGHT
      default: $0
      }
    }
  }

  /// The indices in the order of the largest device; channels that it does not have come last.
  private static func ranked(_ source: [AVChannel]) -> [Int] {
    let order = device(8)
    return source.indices.sorted {
      (order.firstIndex(of: source[$0]) ?? 99, $0) < (order.firstIndex(of: source[$1]) ?? 99, $1)
    }
  }
}

extension AVChannelLayout {
  /// The channels in their order; empty when the layout says only how many there are.
  var channels: [AVChannel] {
    guard order == AV_CHANNEL_ORDER_NATIVE || order == AV_CHANNEL_ORDER_CUSTOM else { return [] }
    return withUnsafePointer(to: self) { layout in
      (0..<UInt32(max(0, nb_channels))).map { av_channel_layout_channel_from_index(layout, $0) }
    }
  }
}
