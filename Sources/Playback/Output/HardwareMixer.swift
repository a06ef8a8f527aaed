@preconcurrency import Dispatch
import Posix

/// The volume of the sound card that a device belongs to, on a queue of its own, for a card may be slow or gone.
final class HardwareMixer: @unchecked Sendable {
  // Fine, because what changes is touched on `queue` alone.
  private let queue = DispatchQueue(label: "segue.mixer", qos: .userInitiated)
  private let device: String
  private let configuration: String?
  private let report: @Sendable (Int?) -> Void
  private var control: Control?
  private var told: Int??

  /// A mixer that is open.
  private final class Control {
    var control: MixerControl
    var sources: [any DispatchSourceRead] = []

    init(_ control: consuming MixerControl) { self.control = control }
  }

  /// - Parameters:
  ///   - device: The ALSA name of a playback device.
  ///   - configuration: A file in the place of ALSA's own configuration.
  ///   - report: Hears of the volume in percent, each time it has changed, whoever changed it; `nil` where the card has
  ///     none or is gone.
  init(device: String, configuration: String?, report: @escaping @Sendable (Int?) -> Void) {
    self.device = device
    self.configuration = configuration
    self.report = report
  }

  deinit { end() }

  /// Looks for the card where it was not found yet.
  func open() {
    queue.async { self.find() }
  }

  /// - Parameter percent: 0 to 100.
  func set(_ percent: Int) {
    queue.async {
      self.find()
      guard let control = self.control else { return }
      if control.control.set(percent) { self.tell() } else { self.leave() }
    }
  }

  /// Ends it; nothing more is reported.
  func close() {
    queue.async {
      self.told = .some(nil)
      self.end()
    }
  }

  private func find() {
    guard control == nil else { return }
    guard let opened = MixerControl(of: device, configuration: configuration) else { return tell() }
    let control = Control(opened)
    self.control = control
    for descriptor in control.control.descriptors {
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [weak self] in self?.changed() }
      // The descriptor stays open as long as somebody asks for it.
      source.setCancelHandler { _ = control }
      source.activate()
      control.sources.append(source)
    }
    tell()
  }

  private func changed() {
    guard let control else { return }
    if control.control.takeChanges() { tell() } else { leave() }
  }

  /// The card is gone.
  private func leave() {
    end()
    tell()
  }

  private func end() {
    for source in control?.sources ?? [] { source.cancel() }
    control?.sources = []
    control = nil
  }

  private func tell() {
    let percent = control?.control.percent
    if let told, told == percent { return }
    told = .some(percent)
    report(percent)
  }
}
