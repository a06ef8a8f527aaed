import MPDProtocol
import Testing

@Suite struct CommandListTests {
  private func line(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

  @Test func `a line outside of a list is carried out at once`() {
    var list = CommandList()
    #expect(list.add(line("ping")) == .single(line("ping")))
    #expect(list.add(line("command_list_end")) == .single(line("command_list_end")))
  }

  @Test(arguments: [("command_list_begin", false), ("command_list_ok_begin", true)])
  func `a list is carried out at its end`(begin: String, answersEach: Bool) {
    var list = CommandList()
    #expect(list.add(line(begin)) == .gathered)
    #expect(list.isOpen)
    #expect(list.add(line("ping")) == .gathered)
    #expect(list.add(line("command_list_begin")) == .gathered)
    #expect(
      list.add(line("command_list_end"))
        == .list([line("ping"), line("command_list_begin")], answersEach: answersEach))
    #expect(!list.isOpen)
    #expect(list.add(line("ping")) == .single(line("ping")))
  }

  @Test func `an empty list is a list`() {
    var list = CommandList()
    _ = list.add(line("command_list_begin"))
    #expect(list.add(line("command_list_end")) == .list([], answersEach: false))
  }

  @Test func `a list is bounded`() {
    var list = CommandList(limit: 10)
    _ = list.add(line("command_list_begin"))
    #expect(list.add(line("ping")) == .gathered)
    #expect(list.add(line("ping")) == .gathered)
    #expect(list.add(line("ping")) == .tooLong)
  }
}
