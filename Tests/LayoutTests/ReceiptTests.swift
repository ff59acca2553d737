import Filesystem
import Layout
import Manifests
import Sandboxes
import Testing
import Vocabulary

@Suite struct ReceiptTests {
  private static let digest = SHA256Digest(bytes: [UInt8](repeating: 0x1f, count: 32))

  /// Returns the content id of a wheel whose only executable is at `path`.
  private static func id(
    of digest: SHA256Digest, _ path: String, isDeclared: Bool = false
  ) throws -> ContentID {
    let declaredPath =
      isDeclared ? ArtifactPath(path.dropFirst("content/".count)) : nil
    let executable = Toolfile.Executable(try #require(ExecutableName("ruff")), path: declaredPath)
    return InstallationContent(.wheel, digest, executables: [executable]).id
  }

  /// Returns a receipt with one executable, two files, and one link.
  private func receipt(
    executable: String = "content/ruff", file: String = "content/ruff",
    link: (path: String, target: String) = ("bin/ruff", "../content/ruff")
  ) throws -> Receipt {
    let digest = try #require(Self.digest)
    return Receipt(
      tool: try #require(ToolName("ruff")), version: try #require(VersionText("1.0-rc.1+x")),
      id: try Self.id(of: digest, executable), source: "pypi", platform: .linuxX64, format: .wheel,
      digest: digest,
      size: 10_211_343,
      executables: [.init(name: try #require(ExecutableName("ruff")), path: executable)],
      files: [
        .init(path: file, mode: 0o755, size: 5, digest: digest),
        .init(path: "content/other", mode: 0o644, size: 0, digest: digest),
      ],
      links: [.init(path: link.path, target: link.target)])
  }

  @Test func `a receipt has the documented format`() throws {
    let digits = String(repeating: "1f", count: 32)
    #expect(
      String(decoding: try receipt().text, as: UTF8.self) == """
        receipt 2
        tool ruff 1.0-rc.1+x \(try receipt().id)
        from pypi linux-x64 wheel sha256:\(digits) 10211343
        provides ruff content/ruff
        file 755 5 sha256:\(digits) content/ruff
        file 644 0 sha256:\(digits) content/other
        link bin/ruff ../content/ruff

        """)
    #expect(try receipt().unpackedSize == 5)
  }

  @Test func `a receipt states how the installation was built`() throws {
    let digest = try #require(Self.digest)
    let steps = ["make -C src", "printf 'a\\n' > b\nmake install"]
    let format = try #require(ArtifactFormat("tar.gz"))
    let executable = Toolfile.Executable(try #require(ExecutableName("ruff")))
    let plain = try receipt()
    let cmake = BuildDependency(
      tool: try #require(ToolName("cmake")), version: try #require(VersionText("4.1")),
      id: plain.id)
    let built = Receipt(
      tool: plain.tool, version: plain.version,
      id: InstallationContent(
        format, digest, executables: [executable],
        assembly: .build(steps: steps, dependencies: [cmake], platform: .linuxX64)
      ).id, source: "url", platform: .linuxX64, format: format, digest: digest, size: 5,
      build: .init(
        steps: steps, dependencies: [cmake], prefix: "/home/me/root", system: "glibc-2.36"),
      executables: plain.executables, files: plain.files, links: plain.links)
    #expect(built.contentID == built.id)
    let lines = String(decoding: built.text, as: UTF8.self).split(separator: "\n")
    #expect(
      lines[3...6] == [
        "built glibc-2.36 /home/me/root", "step make -C src",
        #"step printf 'a\\n' > b\nmake install"#, "with cmake 4.1 \(plain.id)",
      ])
    #expect(Receipt(text: built.text) == built)
    for line in lines[3...5] where line.hasPrefix("built") {
      let without = lines.filter { $0 != line }.joined(separator: "\n")
      #expect(Receipt(text: Array(without.utf8)) == nil)
    }
  }

  @Test func `a receipt lists the parts covered by its content id`() throws {
    let digest = try #require(Self.digest)
    let alone = try receipt()
    #expect(alone.contentID == alone.id)
    let part = Receipt.Part(
      name: try #require(PartName("rake")), version: try #require(VersionText("13.0")),
      format: try #require(ArtifactFormat("gem")), digest: digest, size: 7)
    let id = InstallationContent(.wheel, digest, executables: [], parts: [part]).id
    let whole = Receipt(
      tool: alone.tool, version: alone.version, id: id, source: alone.source,
      platform: alone.platform, format: alone.format, digest: digest, size: alone.size,
      parts: [part], executables: [], files: [], links: [])
    let text = String(decoding: whole.text, as: UTF8.self)
    #expect(text.hasSuffix("\npart rake 13.0 gem \(digest) 7\n"))
    let read = try #require(Receipt(text: whole.text))
    #expect(read == whole)
    #expect(read.contentID == id && id != alone.id)
    #expect(Receipt(text: Array(text.replacing("gem \(digest) 7", with: "gem 7").utf8)) == nil)
  }

  @Test(arguments: [
    "plain", "two words", " first", "last ", "  ", "back\\slash", "\\", "\\n", "\\s", "line\nbreak",
    "\n", "carriage\r\nreturn", "\r", "tab\there", "é", "e\u{301}", "\n\u{301}", " \u{301}",
    "\\\u{301}", "日本語", "👩‍👩‍👧", "\u{2028}", "\u{85}", "a/b/../c", "-", "#", "\"", "'",
  ])
  func `any path round-trips`(_ path: String) throws {
    let receipt = try receipt(executable: path, file: path, link: (path, path))
    let read = try #require(Receipt(text: receipt.text))
    // Canonically equivalent strings are equal but may be different paths, so bytes are compared.
    #expect(read.executables.map { Array($0.path.utf8) } == [Array(path.utf8)])
    #expect(read.files.map { Array($0.path.utf8) }.first == Array(path.utf8))
    #expect(read.links.map { Array($0.path.utf8) } == [Array(path.utf8)])
    #expect(read.links.map { Array($0.target.utf8) } == [Array(path.utf8)])
    #expect(read == receipt)
  }

  @Test func `a receipt truncated anywhere is rejected or has fewer entries`() throws {
    let whole = try receipt(file: "content/a b\\c\nd")
    let text = whole.text
    for end in text.indices {
      if let read = Receipt(text: Array(text[..<end])) {
        #expect(read.tool == whole.tool)
        #expect(read.files.count <= whole.files.count)
      }
    }
    #expect(Receipt(text: []) == nil)
  }

  @Test(arguments: [
    ("receipt 2", "receipt 1"), ("receipt 2", "receipt 3"), ("tool ruff", "tool Ruff"),
    ("1.0-rc.1+x", "../x"),
    (" 1.0-rc.1+x ", " 1.0-rc.1+x 0"), ("linux-x64", "plan9-x64"), ("sha256:1f", "sha1:1f"),
    ("10211343", "many"), ("10211343", "-1"), ("10211343", "9223372036854775807"),
    ("file 755", "file 9"), ("provides ruff", "provides -ruff"),
    ("link bin/ruff ../content/ruff", "link bin/ruff"), ("link ", "hook "),
  ])
  func `a malformed receipt is rejected`(_ old: String, _ new: String) throws {
    let text = String(decoding: try receipt().text, as: UTF8.self)
    #expect(text.contains(old))
    #expect(Receipt(text: Array(text.replacing(old, with: new).utf8)) == nil)
  }

  @Test func `a receipt is read if the folder has one`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path
    #expect(try Receipt.read(in: path) == nil)
    #expect(try Receipt.read(in: path.appending("missing")) == nil)
    try path.appending(Receipt.fileName).replaceContents(with: try receipt().text)
    #expect(try Receipt.read(in: path) == receipt())
  }
}
