import Dispatch
import Media

/// What is done with tracks while the picker goes on.
extension PickerModel {
  func copy(_ selection: PickerSelection) {
    let (onCopy, limit) = (onCopy, copyLimit)
    inOrder { [source] in
      let (bytes, count) = try Self.paths(selection, from: source, limit: limit)
      DispatchQueue.main.async { MainActor.assumeIsolated { onCopy(bytes) } }
      return .used(count == 1 ? "Copied 1 path" : "Copied \(count) paths")
    } failure: {
      .useFailed($0)
    }
  }

  /// The paths of tracks, a line each, as far as the clipboard takes them.
  private nonisolated static func paths(
    _ selection: PickerSelection, from source: PickerSource, limit: Int
  ) throws -> (bytes: [UInt8], count: Int) {
    var (bytes, count) = ([UInt8](), 0)
    var rest = selection.ids[...]
    while !rest.isEmpty {
      for item in try source.items(Array(rest.prefix(itemsAtOnce))) {
        if count > 0 { bytes.append(UInt8(ascii: "\n")) }
        bytes += item.path.bytes
        count += 1
      }
      if bytes.count > limit { throw PickerCopyTooLong(limit: limit) }
      rest = rest.dropFirst(itemsAtOnce)
    }
    return (bytes, count)
  }

  private nonisolated static let itemsAtOnce = 200

  /// Has a command get tracks in order with what else is done with them, and then go on by itself.
  func start(_ command: String, _ selection: PickerSelection) {
    inOrder { [weak self, source, queue] in
      let wait = try source.run(command, selection)
      // Behind what says that it was started.
      queue.async {
        DispatchQueue(label: "segue.command", qos: .utility).async {
          let sentence = wait()
          DispatchQueue.main.async { MainActor.assumeIsolated { self?.send(.told(sentence)) } }
        }
      }
      return .used("Started \(command)")
    } failure: {
      .useFailed($0)
    }
  }
}

/// The clipboard does not take as much.
struct PickerCopyTooLong: Error, CustomStringConvertible {
  let limit: Int

  var description: String { "That is too much for the clipboard: it takes \(limit) bytes of paths" }
}
