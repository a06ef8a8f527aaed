import Media
import Testing

@testable import Decoding

@Suite struct ProbedTagsTests {
  @Test func `only a comment has lines`() {
    let tags = MediaTags(probed: ["TITLE": "Ebb\nLine\u{7}", "COMMENT": "one\ntwo"])
    #expect(tags.title == "Ebb Line")
    #expect(tags.comments == ["one\ntwo"])
  }
}
