import Media

/// What happens to a picker: by the person, by the loader, by the screen.
public enum PickerAction: Sendable {
  /// The picker is on the screen.
  case start
  case key(PickerKey)
  case command(PickerCommand)
  case pointer(PickerPointer)
  /// What the person wanted may not be done, for a reason that is a sentence.
  case refused(String)
  /// The search is this text now.
  case search(String)
  /// The rows at these places among those shown are chosen, and it ends.
  case pick(places: [Int])

  /// The list has so many lines. The highlighted row takes two of them.
  case resize(lines: Int)

  /// More rows, which go below those that are there.
  case loaded([PickerRow])
  case loadingFinished
  /// Loading ended early, for a reason that is a sentence.
  case loadingFailed(String)

  /// The answer to `PickerEffect.gather`, made of so many rows.
  case gathered(PickerPlace, [PickerGroup], rows: Int)
  /// It could not be gathered, for a reason that is a sentence.
  case gatheringFailed(PickerPlace, String)

  /// The answer to `PickerEffect.read`; `nil` when the item is gone.
  case read(PersistentID, MediaItem?)
  /// It could not be read, for a reason that is a sentence.
  case readFailed(PersistentID, String)

  /// Whether there is room for a cover, and the screen can show it. Until then none is wanted.
  case coverRoom(Bool)
  /// The answer to `PickerEffect.readCover`; `nil` where there is none.
  case cover(PersistentID, PickerCover?)

  /// The answer to `PickerEffect.use`, in the order of these: done, or why not, in a sentence.
  case used(String)
  case useFailed(String)
  /// What came of something that went on by itself, in a sentence.
  case told(String)

  /// What the player does now.
  case player(PickerPlayer, at: PickerMoment)
  /// It is this late.
  case time(PickerMoment)
  /// How far a scan is; `nil` where none runs.
  case scan(PickerScan?)
  /// All playlists may be others.
  case playlistsChanged
  /// The library has changed, and these are its rows now.
  case reloaded(PickerReload)

  /// The answer to `PickerEffect.readQueue`, of the rows that there were so many reloads ago.
  case queue(PickerQueue, reloads: Int)
  /// It could not be read, for a reason that is a sentence.
  case queueFailed(String)

  /// The answer to `PickerEffect.change`, in the order of these: a sentence, which may be empty.
  case changed(PickerChange, String)
  case changeFailed(PickerChange, String)
  /// There is a playlist of that name.
  case playlistExists(PickerSaving)

  /// The answer to `PickerEffect.find`.
  case found(search: String, PickerAnswer)
}

/// What a text that is searched for means.
public indirect enum PickerAnswer: Sendable {
  /// Words that all must be in a row's text, folded as it is.
  case words([String])
  /// What words were found in.
  case found(PickerFound)
  /// The tracks that a query finds.
  case items(Set<PersistentID>)
  /// It is no query (yet); what is shown stays, or is what is right so far.
  case mistake(QueryMistake, meanwhile: PickerAnswer?)
  /// The query could not be asked, for a reason that is a sentence.
  case failed(String)
}

/// What a picker wants done outside of itself.
public enum PickerEffect: Sendable, Hashable {
  /// Rows are to be loaded.
  case load

  /// The text, a query as people write it, is to be understood, and the answer sent by `PickerAction.found`.
  case find(String)

  /// The groups of a place are wanted: `PickerState.gathering` has them.
  case gather(PickerPlace)

  /// All of an item is wanted.
  case read(PersistentID)

  /// The cover of an item is wanted, unless another one is meanwhile.
  case readCover(PersistentID)

  /// Something is to be done with tracks, after what was asked for before, and the picker goes on.
  case use(PickerUse, PickerSelection)

  /// The player's queue is wanted: `PickerState.queueReading` has it.
  case readQueue

  /// The player or its queue is to be changed, in order with what is asked for by `use`.
  case change(PickerChange)

  /// The paths of tracks are wanted in the clipboard; answered as `use` is.
  case copy(PickerSelection)
  /// A command of the shell is to get tracks; answered as `use` is once it has them, and told of at its end.
  case run(String, PickerSelection)

  /// These keys, which waited for an answer, are to be sent one by one.
  case press([PickerKey])

  /// This was searched for, and is to be known the next time.
  case remember(String)

  /// It is over.
  case finish(PickerEnding)
}

/// How the person ended it.
public enum PickerEnding: Sendable, Hashable {
  /// With a choice, which is never empty.
  case done(PickerSelection)
  /// As `done`, to be printed whatever is usual.
  case print(PickerSelection)
  case cancelled
}
