import Configuration

/// What a key asks for while no text is being typed.
public typealias PickerCommand = Configuration.PickerCommand

extension PickerCommand {
  /// The keys of a picker that nobody has configured.
  static let keys: [PickerKey: PickerCommand] = [
    .up: .up, .character("k"): .up, .control("p"): .up,
    .down: .down, .character("j"): .down, .control("n"): .down,
    .pageUp: .pageUp, .control("b"): .pageUp,
    .pageDown: .pageDown, .control("f"): .pageDown,
    .home: .first, .character("g"): .first,
    .end: .last, .character("G"): .last,
    .character("]"): .nextSection, .character("["): .previousSection, .character("'"): .letter,
    .character(" "): .mark, .tab: .mark, .character("a"): .markAll, .character("A"): .markNone,
    .character("V"): .range, .character("+"): .markMatching,
    .character("p"): .play, .character("n"): .playNext, .character("e"): .append,
    .character("y"): .copy, .character("!"): .run, .character("P"): .print, .character("?"): .help,
    .character("*"): .invertMarks, .character("v"): .covers,
    .enter: .choose, .character("d"): .done, .character("q"): .cancel, .escape: .back,
    .character("/"): .search,
    .right: .advance, .character("l"): .advance, .character("i"): .details,
    .character("Q"): .queue, .character("1"): .queue, .character("o"): .current,
    .character("D"): .remove, .delete: .remove,
    .character("K"): .moveUp, .character("J"): .moveDown, .character("M"): .moveHere,
    .character("Z"): .shuffle, .character("C"): .clear, .character("S"): .save,
    .character("u"): .undo, .character("U"): .redo, .control("r"): .redo,
    .character(">"): .nextTrack, .character("<"): .previousTrack, .character("c"): .pause,
    .left: .unwind, .character("h"): .unwind, .backspace: .unwind,
  ]
}
