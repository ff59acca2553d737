import Testing

@testable import ChangeCommands

/// The line in a startup file, for every form of text around it.
@Suite struct StartupTextTests {
  private static let texts: [String?] = [
    nil, "", "\n", "alias ll='ls -l'", "alias ll='ls -l'\n", "a\n\n", "a\r\nb\r\n", "\u{FEFF}a\nb",
    "# bootstrap activate is not set up here\n",
  ]

  @Test(arguments: texts)
  func `removing the line restores every byte`(_ before: String?) throws {
    var text = StartupText(before.map { Array($0.utf8) })
    let (change, number) = text.add("activate")
    #expect(change == .added)
    let lines = try #require(text.bytes).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try #require(lines.count >= number)
    #expect(lines[number - 1].elementsEqual("activate\(StartupText.mark)".utf8))
    #expect(text.add("activate") == (.none, number))
    #expect(text.add("activate again") == (.replaced("activate"), number))
    let removed = text.remove()
    #expect(removed.map(\.line) == [number] && removed.map(\.text) == ["activate again"])
    #expect(text.bytes == before.map { Array($0.utf8) })
    #expect(text.remove().isEmpty)
  }

  @Test func `bytes that are not UTF-8 stay`() {
    let before: [UInt8] = [0x61, 0xFF, 0x0A, 0x00]
    var text = StartupText(before)
    #expect(text.add("activate").0 == .added)
    #expect(text.remove().count == 1)
    #expect(text.bytes == before)
  }

  @Test func `a line that the user wrote is left alone`() {
    let before = Array("x\n eval \"$(~/bin/bootstrap activate --direct zsh)\"\n".utf8)
    var text = StartupText(before)
    #expect(text.add("activate") == (.none, 2))
    #expect(text.remove().isEmpty)
    #expect(text.bytes == before)
  }

  @Test func `what the user adds later stays`() {
    var text = StartupText(nil)
    _ = text.add("activate")
    text = StartupText((text.bytes ?? []) + Array("alias x=y\n".utf8))
    _ = text.remove()
    #expect(
      text.bytes.map { String(decoding: $0, as: UTF8.self) }?.hasSuffix(".\nalias x=y\n") == true)
  }

  @Test func `only statements are searched for a word`() {
    #expect(StartupText(Array(". ~/.bashrc\n".utf8)).mentions(".bashrc"))
    #expect(!StartupText(Array("  # . ~/.bashrc\n".utf8)).mentions(".bashrc"))
    #expect(!StartupText(nil).mentions(".bashrc"))
  }
}
