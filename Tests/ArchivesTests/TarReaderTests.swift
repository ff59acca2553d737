import Archives
import Cryptography
import Diagnostics
import Filesystem
import Sandboxes
import Testing
import Transport

/// Archives with members that no program writes, or that only some programs write.
@Suite struct TarReaderTests {
  /// Unpacks the members that `add` adds.
  private func unpacked(
    foldsCase: Bool = false, _ add: (inout TarBytes) -> Void,
    then check: (FilePath, Unpacked) throws -> Void = { _, _ in }
  ) async throws -> Unpacked {
    var tar = TarBytes()
    add(&tar)
    return try await unpacked(tar.archive, foldsCase: foldsCase, then: check)
  }

  private func unpacked(
    _ bytes: [UInt8], foldsCase: Bool = false,
    then check: (FilePath, Unpacked) throws -> Void = { _, _ in }
  ) async throws -> Unpacked {
    try await withScratch { scratch in
      let archive = scratch.appending("a.tar")
      try archive.replaceContents(with: bytes)
      let result = try await unpack(archive, .tar, in: scratch, foldsCase: foldsCase)
      #expect(result.siblings.isEmpty)
      try check(scratch.appending("in/out"), result)
      return result
    }
  }

  @Test func `hard links to earlier members are made`() async throws {
    let result = try await unpacked {
      $0.add("./bin/git", [1, 2], mode: 0o755)
      $0.add("link", type: "2", link: "bin/git")
      $0.add("libexec/git-add", type: "1", link: "bin/git")
      $0.add("libexec/git-rm", type: "1", link: "./libexec/git-add")
      $0.add("other-link", type: "1", link: "link")
    } then: { out, _ in
      let first = try out.appending("bin/git").status()
      let second = try out.appending("libexec/git-rm").status()
      #expect(first?.inode == second?.inode)
    }
    #expect(result.error == nil)
    #expect(result["libexec/git-add"]?.digest == result["bin/git"]?.digest)
    #expect(result["libexec/git-rm"]?.original?.text == "bin/git")
    #expect(result["libexec/git-rm"]?.permissions == 0o755)
    #expect(result["other-link"]?.kind == .link(target: "bin/git"))
  }

  @Test(arguments: ["missing", "later", "dir"])
  func `a hard link to anything else is rejected`(target: String) async throws {
    let result = try await unpacked {
      $0.add("dir/", type: "5")
      $0.add("a", type: "1", link: target)
      $0.add("later")
    }
    #expect(result.error == .member(name: "a", .hardLink(target: target)))
  }

  @Test func `a hard link cannot lead out`() async throws {
    let result = try await unpacked { $0.add("a", type: "1", link: "../../etc/passwd") }
    #expect(result.error == .member(name: "a", .linkTarget(.dots)))
  }

  @Test func `the components . are dropped`() async throws {
    let result = try await unpacked {
      $0.add("./", type: "5")
      $0.add("././a/./b", [1])
      $0.add("a/./", type: "5")
      $0.addPax([("path", "./c/././d")])
      $0.add("ignored", [2])
    }
    #expect(result.error == nil)
    #expect(result.files.map(\.path.text) == ["a/b", "c/d"])
  }

  @Test func `a NUL in an extended name or link is rejected`() async throws {
    let name = try await unpacked {
      $0.addPax([("path", "bin/tool\u{0}.txt")])
      $0.add("a", [1])
    }
    #expect(name.error == .member(name: "bin/tool\u{0}.txt", .path(.nul)))
    let link = try await unpacked {
      $0.addPax([("linkpath", "tool\u{0}x")])
      $0.add("a", type: "2")
    }
    #expect(link.error == .member(name: "a", .linkTarget(.nul)))
    let long = try await unpacked {
      $0.add("@LongLink", type: "L", Array("b\u{0}c\u{0}".utf8))
      $0.add("a", [1])
    }
    #expect(long.error == .member(name: "b\u{0}c", .path(.nul)))
  }

  @Test(arguments: ["a/../b", "../bin/../bin/b", "down/up/b"])
  func `a link may take any way inside`(target: String) async throws {
    let result = try await unpacked {
      $0.add("bin/a/f", [1])
      $0.add("bin/b", [2])
      $0.add("bin/down", type: "2", link: "a")
      $0.add("bin/a/up", type: "2", link: "..")
      $0.add("bin/link", type: "2", link: target)
    } then: { out, _ in
      let contents = try out.appending("bin/link").contents(limit: 9)
      #expect(contents == [2])
    }
    #expect(result.error == nil)
  }

  @Test(arguments: [
    ("down/../../x", false), ("deep/../../x", true), ("a/../../../x", true),
    ("Deep/../../x", false),
  ])
  func `a link that leads out through others is rejected`(
    target: String, leadsOut: Bool
  )
    async throws
  {
    func add(_ tar: inout TarBytes) {
      tar.add("bin/a/b/f", [1])
      tar.add("top/f", [1])
      tar.add("bin/down", type: "2", link: "a")
      tar.add("bin/deep", type: "2", link: "../top")
      tar.add("bin/link", type: "2", link: target)
    }
    let error = ArchiveError.member(name: "bin/link", .linkLeadsOut(target: target))
    #expect(try await unpacked { add(&$0) }.error == (leadsOut ? error : nil))
  }

  @Test func `links are followed without case where the file system ignores it`() {
    let target = ExtractedFile.link("bin/deep", to: "../top")
    let tree = MemberTree([target], foldsCase: true)
    #expect(tree.destination(of: "bin/DEEP/../../x") == .outside)
    #expect(MemberTree([target]).destination(of: "bin/DEEP/../../x") == .inside("x"))
  }

  @Test func `links in a circle are rejected`() async throws {
    let result = try await unpacked {
      $0.add("a", type: "2", link: "b")
      $0.add("b", type: "2", link: "a")
    }
    #expect(result.error == .member(name: "a", .linkLoop(target: "b")))
  }

  @Test(arguments: [
    ([0x80, 0, 0, 0, 0x0D, 0xE0, 0xB6, 0xB3, 0xA7, 0x64, 0, 0], ArchiveError?.none),
    ([0x80, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], nil),
    ([0x80, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .tar(.header(offset: 0))),
    (
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      .tar(.header(offset: 0))
    ),
    (Array("77777777777\u{0}".utf8), .tar(.truncated)),
    (Array("12345678901\u{0}".utf8), .tar(.header(offset: 0))),
  ])
  func `any size is handled`(field: [UInt8], error: ArchiveError?) async throws {
    for type: Character in ["0", "x", "g", "L", "5", "2"] {
      let result = try await unpacked {
        $0.add("a", type: type, link: "b", sizeField: field)
        $0.add("c", [1])
      }
      switch type {
      case "0": #expect(result.error == error ?? .limit(.size(limit: 32_000_000_000)))
      case "5", "2":
        #expect(result.error == (error == .tar(.header(offset: 0)) ? error : nil))
      default: #expect(result.error == .tar(.header(offset: 0)))
      }
    }
  }

  @Test(arguments: [
    "999999999999999999 path=a\n", "6 path\n", "0 path=a\n", "9 path=a", "-9 path=a\n",
    "12 size=999\u{FF}\n", "34 size=9999999999999999999999999\n", "x",
  ])
  func `malformed extended records are rejected`(records: String) async throws {
    let result = try await unpacked {
      $0.add("pax", type: "x", Array(records.utf8))
      $0.add("a", [1])
    }
    #expect(result.error == .tar(.header(offset: 512)))
  }

  @Test func `a damaged header and data after the end are rejected`() async throws {
    var tar = TarBytes()
    tar.add("a", [1])
    tar.add("b", [2])
    var damaged = tar.archive
    damaged[1024] ^= 1
    #expect(try await unpacked(damaged).error == .tar(.header(offset: 1024)))
    #expect(try await unpacked(tar.archive + [1]).error == .tar(.trailingData))
    #expect(try await unpacked(tar.archive + tar.archive).error == .tar(.trailingData))
    #expect(try await unpacked(tar.bytes).error == nil)
    #expect(try await unpacked(tar.archive + [UInt8](repeating: 0, count: 9000)).error == nil)
  }

  @Test(arguments: [("S", [] as [(String, String)]), ("0", [("GNU.sparse.major", "1")])])
  func `sparse files of GNU tar are rejected`(
    type: String, records: [(String, String)]
  )
    async throws
  {
    let result = try await unpacked {
      if !records.isEmpty { $0.addPax(records.map { (key: $0.0, value: $0.1) }) }
      $0.add("a", type: Character(type), [1])
    }
    #expect(result.error == .member(name: "a", .sparse))
  }

  @Test func `global and extended attributes apply in order`() async throws {
    let result = try await unpacked {
      $0.addPax([("comment", "c"), ("path", "global")], type: "g")
      $0.addPax([("path", "own"), ("size", "3")])
      $0.add("a", [1, 2, 3])
      $0.add("b", [4])
    }
    #expect(result.error == nil)
    #expect(result.files.map(\.path.text) == ["global", "own"])
    #expect(result["own"]?.size == 3)
  }
}

extension ExtractedFile {
  /// Creates a link, or an empty file if a text is invalid.
  fileprivate static func link(_ path: String, to target: String) -> ExtractedFile {
    guard let path = try? MemberPath(path) else { preconditionFailure("an invalid path") }
    return ExtractedFile(
      path: path, kind: .link(target: target), size: target.utf8.count,
      digest: SHA256.digest(of: Array(target.utf8)))
  }
}
