import Configuration
@preconcurrency import Dispatch
import Library
import Media
import Playback
import Worker

/// Where it listens, and what is decided anew while it runs.
extension Daemon {
  /// At what the service manager has opened, at its own socket, and at what is configured besides.
  func listen(_ server: Server) throws {
    for descriptor in try ServiceManager.listeners() {
      let listener = try Listener(inherited: descriptor)
      guard listener.isLocal || settings.isOpen else { throw ServiceError.openToAll }
      try server.add(listener)
    }
    for address in addresses where !server.isListening(at: address) {
      try server.add(Listener(address))
    }
  }

  private var addresses: [ListenAddress] {
    [.path(places.socket)] + settings.addresses(places).filter { $0 != .path(places.socket) }
  }

  /// Takes over other settings, as far as that goes without a restart.
  ///
  /// - Throws: Before anything is taken over.
  func take(_ new: Settings) throws(ServiceError) {
    if !new.isOpen, server?.isReachedByStrangers == true { throw ServiceError.openToAll }
    let old = settings
    settings = new
    limits = Limits(new.limits)
    access = ClientAccess(new)
    server?.change(limits: limits, access: access, addresses: addresses)
    usualDuplicates = DuplicatePolicy(rawValue: new.duplicates.rawValue) ?? .allow
    followSessionBus()
    mirrorPlaylists()
    player.restartsAfter = new.restartsAfter
    player.closeAfterPause = .seconds(new.closeAfterPause)
    player.fades = FadeSettings(new)
    // A client may have changed these since.
    if new.speed != old.speed { try? player.setSpeed(new.speed) }
    if new.crossfade != old.crossfade {
      var crossfade = player.crossfade
      crossfade.duration = .seconds(new.crossfade)
      player.setCrossfade(crossfade)
    }
    var gain = ReplayGainSettings(new)
    if new.replayGain == old.replayGain { gain.mode = player.replayGain.mode }
    player.setReplayGain(gain)
    let roots = new.libraryRoots.filter { !old.libraryRoots.contains($0) }
    if !roots.isEmpty { addRoots(roots.map { FilePath($0) }) }
    if OrderWish(old) != OrderWish(new) { scans.request(OrderWish(new)) }
    let waiting = old.changesThatNeedARestart(to: new)
    Log.info(
      waiting.isEmpty
        ? "The configuration was read again."
        : "The configuration was read again; what has changed in \(waiting.joined(separator: ", ")) takes a restart."
    )
  }
}

extension Daemon {
  /// Adds music folders, for whose file systems nobody waits.
  private func addRoots(_ paths: [FilePath]) {
    outside.queue.async { [weak self] in
      let looks = paths.map { PathLook.at($0) }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self else { return }
          for (path, look) in zip(paths, looks) { self.addRoot(path, look) }
          self.checkLibrary()
          _ = self.scans.request()
        }
      }
    }
  }

  private func addRoot(_ path: FilePath, _ look: PathLook?) {
    do throws(LibraryError) {
      try store.addRoot(path, look)
    } catch {
      Log.warning(error.description)
    }
  }
}

extension OrderWish {
  init(_ settings: Settings) {
    self.init(locale: settings.locale, articles: settings.articles)
  }
}

extension PlayerConfiguration {
  init(_ settings: Settings, _ workers: WorkerPrograms, _ items: LibraryItems) {
    self.init(outputs: settings.outputs.map { OutputConfiguration($0) }, workers: workers)
    self.items = items
    restartsAfter = settings.restartsAfter
    closeAfterPause = .seconds(settings.closeAfterPause)
    replayGain = ReplayGainSettings(settings)
    fades = FadeSettings(settings)
    crossfade.duration = .seconds(settings.crossfade)
    speed = settings.speed
  }
}

extension FadeSettings {
  fileprivate init(_ settings: Settings) {
    self.init()
    pause = .milliseconds(settings.fadeOnPause)
    stop = .milliseconds(settings.fadeOnStop)
    skip = .milliseconds(settings.fadeOnSkip)
  }
}

extension Settings {
  /// When more of a track was heard, `previous` begins it again; `nil` for never.
  fileprivate var restartsAfter: Duration? {
    previousRestartsAfter > 0 ? .seconds(previousRestartsAfter) : nil
  }
}

extension ReplayGainSettings {
  fileprivate init(_ settings: Settings) {
    self.init()
    mode = Mode(settings.replayGain)
    preamp = settings.replayGainPreamp
    fallback = settings.replayGainFallback
  }
}

extension ReplayGainSettings.Mode {
  fileprivate init(_ mode: Settings.ReplayGainMode) {
    switch mode {
    case .off: self = .off
    case .track: self = .track
    case .album: self = .album
    case .automatic: self = .automatic
    }
  }
}

extension OutputConfiguration {
  init(_ settings: OutputSettings) {
    let kind: Kind =
      switch settings.kind {
      case .alsa: .alsa(device: settings.device)
      case .null: .null
      }
    self.init(name: settings.name, kind: kind, mixer: Mixer(settings.mixer))
  }
}

extension OutputConfiguration.Mixer {
  fileprivate init(_ mixer: OutputSettings.Mixer) {
    switch mixer {
    case .hardware: self = .hardware
    case .software: self = .software
    case .none: self = .none
    }
  }
}
