import CALSA
import Glibc
import Media

/// How an ALSA device was set up for a format.
struct DeviceSetup {
  let format: AudioFormat
  let periodFrames: Int
  let bufferFrames: Int
  let canPause: Bool

  /// Asks the device what it can do and takes the nearest that loses nothing.
  init(of handle: OpaquePointer, device: String, wanted: AudioFormat) throws(OutputError) {
    var parameters: OpaquePointer?
    snd_pcm_hw_params_malloc(&parameters)
    guard let parameters else {
      throw .refused(device: device, during: "be set up", code: ENOMEM)
    }
    defer { snd_pcm_hw_params_free(parameters) }
    let steps = Steps(handle: handle, parameters: parameters, device: device)
    format = try steps.choose(wanted)
    (periodFrames, bufferFrames) = try steps.sizes()
    canPause = snd_pcm_hw_params_can_pause(parameters) == 1
    try steps.applySoftware(bufferFrames: bufferFrames)
  }

  private struct Steps {
    let handle: OpaquePointer
    let parameters: OpaquePointer
    let device: String

    func check(_ code: Int32, _ during: String) throws(OutputError) {
      guard code < 0 else { return }
      throw .refused(device: device, during: during, code: -code)
    }

    func choose(_ wanted: AudioFormat) throws(OutputError) -> AudioFormat {
      try check(snd_pcm_hw_params_any(handle, parameters), "say what it can do")
      try check(
        snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
        "take interleaved frames")
      // Where the rates differ our decoder resamples, not ALSA.
      snd_pcm_hw_params_set_rate_resample(handle, parameters, 0)
      let sampleFormat = try chooseSampleFormat(wanted.sampleFormat)
      var channels = UInt32(wanted.channels)
      try check(
        snd_pcm_hw_params_set_channels_near(handle, parameters, &channels),
        "take \(wanted.channels) channels")
      var rate = UInt32(wanted.sampleRate)
      try check(
        snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, nil),
        "take \(wanted.sampleRate) Hz")
      guard
        let format = AudioFormat(
          sampleRate: Int(rate), channels: Int(channels), sampleFormat: sampleFormat)
      else { throw .refused(device: device, during: "take frames we have", code: EINVAL) }
      return format
    }

    private func chooseSampleFormat(_ wanted: SampleFormat) throws(OutputError) -> SampleFormat {
      for format in wanted.substitutes
      where snd_pcm_hw_params_test_format(handle, parameters, format.alsa) == 0 {
        try check(snd_pcm_hw_params_set_format(handle, parameters, format.alsa), "take samples")
        return format
      }
      throw .refused(device: device, during: "take samples we have", code: EINVAL)
    }

    /// Half a second of buffer in periods of an eighth, or what the device has instead.
    func sizes() throws(OutputError) -> (period: Int, buffer: Int) {
      var buffer: UInt32 = 500_000
      var period: UInt32 = 125_000
      snd_pcm_hw_params_set_buffer_time_near(handle, parameters, &buffer, nil)
      snd_pcm_hw_params_set_period_time_near(handle, parameters, &period, nil)
      try check(snd_pcm_hw_params(handle, parameters), "be set up")
      var frames: snd_pcm_uframes_t = 0
      try check(snd_pcm_hw_params_get_buffer_size(parameters, &frames), "say its buffer")
      var periodFrames: snd_pcm_uframes_t = 0
      try check(
        snd_pcm_hw_params_get_period_size(parameters, &periodFrames, nil), "say its period")
      return (Int(periodFrames), Int(frames))
    }

    /// It starts when we say so, stops when it has played all, and wakes us when a quarter is free.
    func applySoftware(bufferFrames: Int) throws(OutputError) {
      var settings: OpaquePointer?
      snd_pcm_sw_params_malloc(&settings)
      guard let settings else {
        throw .refused(device: device, during: "be set up", code: ENOMEM)
      }
      defer { snd_pcm_sw_params_free(settings) }
      try check(snd_pcm_sw_params_current(handle, settings), "say its settings")
      var boundary: snd_pcm_uframes_t = 0
      try check(snd_pcm_sw_params_get_boundary(settings, &boundary), "say its boundary")
      let buffer = snd_pcm_uframes_t(bufferFrames)
      snd_pcm_sw_params_set_start_threshold(handle, settings, boundary)
      snd_pcm_sw_params_set_stop_threshold(handle, settings, buffer)
      snd_pcm_sw_params_set_avail_min(handle, settings, max(1, buffer / 4))
      // What was played becomes silence, so that running dry never repeats old samples.
      snd_pcm_sw_params_set_silence_threshold(handle, settings, 0)
      snd_pcm_sw_params_set_silence_size(handle, settings, boundary)
      try check(snd_pcm_sw_params(handle, settings), "take our settings")
    }
  }
}

extension SampleFormat {
  /// Formats that a device may take instead, best first: the same, then those that lose nothing.
  fileprivate var substitutes: [SampleFormat] {
    switch self {
    case .u8: [.u8, .s16, .s32, .s24, .s24Packed, .float32]
    case .s16: [.s16, .s32, .s24, .s24Packed, .float32, .u8]
    case .s24, .s24Packed: [self, .s24, .s24Packed, .s32, .float32, .s16, .u8]
    case .s32: [.s32, .s24, .s24Packed, .float32, .s16, .u8]
    case .float32: [.float32, .s32, .s24, .s24Packed, .s16, .u8]
    }
  }

  fileprivate var alsa: snd_pcm_format_t {
    switch self {
    case .u8: SND_PCM_FORMAT_U8
    case .s16: SND_PCM_FORMAT_S16_LE
    case .s24: SND_PCM_FORMAT_S24_LE
    case .s24Packed: SND_PCM_FORMAT_S24_3LE
    case .s32: SND_PCM_FORMAT_S32_LE
    case .float32: SND_PCM_FORMAT_FLOAT_LE
    }
  }
}
