import Testing

@testable import segue

@Suite struct ItemTemplateTests {
  @Test(arguments: [
    ("%title%", "Ebb Line"), ("%TITLE%", "Ebb Line"), ("%album%", ""),
    ("%artist% - %title%", "A - Ebb Line"),
    ("[%album% - ]%title%", "Ebb Line"), ("[%artist% - ]%title%", "A - Ebb Line"),
    ("%album%|%file%", "x.flac"), ("[%album%|%artist%]!", "A!"), ("[%artist%&%album%]|no", "no"),
    ("[%artist%& by %title%]", "A by Ebb Line"), (#"%artist%\t%title%\n"#, "A\tEbb Line\n"),
    (#"\[%title%\]"#, "[Ebb Line]"), ("#[%title%#]", "[Ebb Line]"), ("100% sure", "100% sure"),
    ("%", "%"),
    ("%no such thing%", "%no such thing%"), ("[%artist% [- %album% ]- %title%]", "A - Ebb Line"),
    ("]x", ""), ("[%title%", "Ebb Line"), (#"\"#, #"\"#),
  ])
  func `a template is filled as mpc fills it`(template: String, line: String) {
    let properties = ["title": "Ebb Line", "artist": "A", "file": "x.flac"]
    #expect(ItemTemplate(template).line { properties[$0] } == line)
  }
}
