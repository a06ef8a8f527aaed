import Media
import Testing

@Suite struct FilePathTests {
  @Test(arguments: [
    ("/a/b.flac", "b.flac", "/a", "flac"), ("/a", "a", "/", ""), ("a/", "a", "", ""),
    ("/", "", "/", ""), ("x/.mp3", ".mp3", "x", ""), ("x/y.tar.GZ", "y.tar.GZ", "x", "gz"),
  ])
  func `a path has a name, a parent and an extension`(
    path: String, name: String, parent: String, fileExtension: String
  ) {
    #expect(FilePath(path).lastComponent == FilePath(name))
    #expect(FilePath(path).parent == FilePath(parent))
    #expect(FilePath(path).fileExtension == fileExtension)
  }

  @Test(arguments: [
    ("/m/a", "/m", "a"), ("/m/a/b", "/m/a", "b"), ("/music", "/m", nil), ("/m", "/m", ""),
    ("/m/a", "/", "m/a"), ("a/b", "", "a/b"), ("a", "a/b", nil),
  ])
  func `a path is relative to the folders it lies in and to no others`(
    path: String, folder: String, relative: String?
  ) {
    #expect(FilePath(path).relative(to: FilePath(folder)) == relative.map { FilePath($0) })
    #expect(FilePath(path).isInside(FilePath(folder)) == (relative != nil))
  }

  @Test(arguments: [
    (Array("zażółć".utf8), "zażółć"), ([0x61, 0xFF, 0x62], #"a\xFFb"#), ([0xC3], #"\xC3"#),
    ([0x61, 0x0A, 0x62], #"a\x0Ab"#), ([0xC2, 0x85], #"\xC2\x85"#),
    ([0xE2, 0x82], #"\xE2\x82"#), ([0xED, 0xA0, 0x80], #"\xED\xA0\x80"#),
    (Array(#"a\b"#.utf8), #"a\b"#), (Array(#"\xE9"#.utf8), #"\x5CxE9"#),
    (Array(#"\x5CxE9"#.utf8), #"\x5Cx5CxE9"#),
    (Array(#"\xe9\x"#.utf8), #"\xe9\x"#),
  ])
  func `a URI is valid text without control characters`(bytes: [UInt8], uri: String) {
    #expect(FilePath(bytes: bytes).uri == uri)
    #expect(FilePath(uri: uri) == FilePath(bytes: bytes))
  }

  @Test func `bytes end at the first NUL`() {
    #expect(FilePath(bytes: [0x61, 0, 0x62]) == FilePath("a"))
  }
}
