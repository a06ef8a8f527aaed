import CALSA
import Glibc
import Media

/// An open ALSA playback device, closed when it goes out of scope. It never blocks.
struct PCM: OutputDevice, ~Copyable {
  let name: String
  let format: AudioFormat
  let periodFrames: Int
  let bufferFrames: Int
  private(set) var isRunning = false

  private let handle: OpaquePointer
  private let canPause: Bool
  /// Kept because the device may look into it as long as it is open.
  private let configuration: ALSAConfiguration?

  /// For `poll`: the wake descriptor, then the device's own.
  private let descriptors: UnsafeMutablePointer<pollfd>
  private let descriptorCount: Int

  /// Frames written since it was prepared.
  private var written = 0
  /// Whether it could tell a delay since then.
  private var knowsDelay = false
  /// What was unheard when it failed, where it said so all the same.
  private var residue: Int?

  /// Opens a device in the format nearest to `wanted` that loses nothing.
  ///
  /// - Parameters:
  ///   - device: An ALSA name such as `default` or `hw:0,0`.
  ///   - configuration: A file in the place of ALSA's own configuration.
  init(
    opening device: String, configuration file: String?, wanted: AudioFormat
  ) throws(OutputError) {
    segue_alsa_be_silent()
    let configuration = try Self.load(file)
    let handle = try Self.open(device, configuration)
    let setup: DeviceSetup
    do throws(OutputError) {
      setup = try DeviceSetup(of: handle, device: device, wanted: wanted)
    } catch {
      snd_pcm_close(handle)
      throw error
    }
    self.configuration = configuration
    name = device
    self.handle = handle
    format = setup.format
    periodFrames = setup.periodFrames
    bufferFrames = setup.bufferFrames
    canPause = setup.canPause
    descriptorCount = max(0, Int(snd_pcm_poll_descriptors_count(handle)))
    descriptors = .allocate(capacity: descriptorCount + 1)
    descriptors.initialize(repeating: pollfd(), count: descriptorCount + 1)
    snd_pcm_poll_descriptors(handle, descriptors + 1, UInt32(descriptorCount))
  }

  deinit {
    snd_pcm_close(handle)
    descriptors.deallocate()
  }

  private static func load(_ file: String?) throws(OutputError) -> ALSAConfiguration? {
    guard let file else { return nil }
    return try ALSAConfiguration(file: file)
  }

  private static func open(
    _ device: String, _ configuration: ALSAConfiguration?
  ) throws(OutputError) -> OpaquePointer {
    var handle: OpaquePointer?
    // Non-blocking: a device that is in use answers at once instead of waiting for its user.
    let mode = Int32(SND_PCM_NONBLOCK)
    let code =
      if let configuration {
        snd_pcm_open_lconf(&handle, device, SND_PCM_STREAM_PLAYBACK, mode, configuration.root)
      } else {
        snd_pcm_open(&handle, device, SND_PCM_STREAM_PLAYBACK, mode)
      }
    guard code >= 0, let handle else { throw .cannotOpen(device: device, code: -code) }
    return handle
  }

  mutating func prepare() -> Int32 {
    isRunning = false
    written = 0
    knowsDelay = false
    residue = nil
    return snd_pcm_prepare(handle)
  }

  mutating func write(_ frames: UnsafeRawPointer, count: Int) -> Int {
    let taken = snd_pcm_writei(handle, frames, snd_pcm_uframes_t(count))
    if taken == -Int(EAGAIN) { return 0 }
    if taken > 0 { written += taken }
    return taken
  }

  mutating func start() -> Int32 {
    if isRunning { return 0 }
    isRunning = true
    return snd_pcm_start(handle)
  }

  mutating func delay() -> Int {
    var frames: snd_pcm_sframes_t = -1
    let code = snd_pcm_delay(handle, &frames)
    // The state is up to date only after a call such as the one above.
    let state = stateError()
    if state < 0 {
      if frames >= 0 { residue = frames }
      return Int(state)
    }
    if code < 0 {
      // PulseAudio cannot say before its first report.
      return knowsDelay || code != -EIO ? Int(code) : written
    }
    knowsDelay = true
    return max(0, frames)
  }

  mutating func halt() -> Int? {
    // While paused its clock stands, so that what it says stays true.
    if isRunning, canPause { snd_pcm_pause(handle, 1) }
    let unheard = delay()
    isRunning = false
    snd_pcm_drop(handle)
    return unheard >= 0 ? unheard : residue
  }

  mutating func resume() -> Int32 { snd_pcm_resume(handle) }

  mutating func wait(forRoom: Bool, wake: Int32, milliseconds: Int32) -> Int32 {
    descriptors[0] = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
    let count = forRoom ? descriptorCount + 1 : 1
    guard poll(descriptors, nfds_t(count), milliseconds) > 0 else { return 0 }
    let isWoken: Int32 = descriptors[0].revents == 0 ? 0 : 1
    guard forRoom else { return isWoken }
    var events: UInt16 = 0
    snd_pcm_poll_descriptors_revents(
      handle, descriptors + 1, UInt32(descriptorCount), &events)
    guard events & UInt16(POLLERR | POLLHUP | POLLNVAL) != 0 else { return isWoken }
    let state = stateError()
    return state < 0 ? state : -EIO
  }

  private func stateError() -> Int32 {
    // Compared as numbers: a pattern would make Swift look up conformances, which allocates.
    let state = snd_pcm_state(handle).rawValue
    if state == SND_PCM_STATE_XRUN.rawValue { return -EPIPE }
    if state == SND_PCM_STATE_SUSPENDED.rawValue { return -ESTRPIPE }
    return state == SND_PCM_STATE_DISCONNECTED.rawValue ? -ENODEV : 0
  }
}
