import Diagnostics
import Manifests
import Testing
import Versions
import Vocabulary

@Suite struct `A definition` {
  /// Returns the definitions of a registry.
  private func definitions(_ text: String) throws -> [Definition] {
    try RegistryText(parsing: Array(text.utf8), path: "tools.rb").definitions
  }

  private let whole = """
    # Before it.
    define "ripgrep" do
      summary "Searches folders"   # Shown to people.
      home "https://example.org/ripgrep"
      aliases "rg", "grep"
      platforms "linux-x64", "macos-arm64"
      scheme "semver"
      executables "rgrep", until: "1.0"
      executables "rg", "rgz", from: "1.0"
      needs "pcre", ">= 10", "< 11"
      needs "zlib", until: "2.0"
      github "BurntSushi/ripgrep"
      asset "a-{version}.tar.gz", from: "1.5", until: "2"
      versions "https://example.org/list", links: "rg-{version}"
      os linux: "Linux", macos: "Darwin", from: "2"
      mirrors "a", "b"
      signed true
    end

    """

  @Test func `has every line of its block`() throws {
    let found = try definitions(whole)
    #expect(found.count == 1)
    let definition = try #require(found.first)
    #expect(definition.name.text == "ripgrep")
    #expect(definition.origin == .file("tools.rb", line: 2, column: 1))
    #expect(definition.summary == "Searches folders")
    #expect(definition.home == "https://example.org/ripgrep")
    #expect(definition.aliases == ["rg", "grep"])
    #expect(definition.platforms == [.linuxX64, .macosArm64])
    #expect(definition.scheme == .semver)
    #expect(
      definition.executables.map { list in
        "\(list.value.map(\.name.text)) \(list.condition)"
      } == [#"["rgrep"] <1.0"#, #"["rg", "rgz"] >=1.0"#])
    #expect(
      definition.needs.map {
        "\($0.value.value.tool) \($0.value.value.requirement)[\($0.condition)] \($0.value.origin)"
      } == ["pcre >= 10, < 11[] tools.rb:10:3", "zlib [<2.0] tools.rb:11:3"])
    #expect(
      definition.source.options.map { "\($0.key)[\($0.condition)]=\($0.value) \($0.origin)" } == [
        "github[]=BurntSushi/ripgrep tools.rb:12:3",
        "asset[>=1.5,<2]=a-{version}.tar.gz tools.rb:13:3",
        "versions[]=https://example.org/list tools.rb:14:3",
        "links[]=rg-{version} tools.rb:14:40",
        "os[>=2]=linux:Linux,macos:Darwin tools.rb:15:3",
        "mirrors[]=a,b tools.rb:16:3",
        "signed[]=true tools.rb:17:3",
      ])
  }

  @Test func `has a digest that depends on its content, not on its layout`() throws {
    let digest = try #require(try definitions(whole).first).digest
    let compact = whole.replacing("  summary", with: "summary").replacing("# Before it.", with: "")
      .replacing("\"rg\", \"grep\"", with: "'rg',\n 'grep'")
    #expect(try definitions(compact).map(\.digest) == [digest])
    for (text, other) in [
      ("\"ripgrep\"", "\"rg\""), ("1.5", "1.6"), ("signed true", "signed false"),
      ("aliases \"rg\"", "aliases \"r\""), ("from: \"2\"", "until: \"2\""),
    ] {
      #expect(
        try definitions(whole.replacing(text, with: other)).map(\.digest) != [digest], "\(text)")
    }
  }

  @Test func `cannot need itself, and its needs have no other options`() throws {
    let text = """
      define "a" do
        needs "a", "> 1"
        needs until: "2"
        needs "b", on: "linux-x64"
      end

      """
    let problems = #expect(throws: SyntaxProblems.self) { try definitions(text) }
    #expect(
      problems?.problems.map { "\($0.origin) \($0.fault)" } == [
        "tools.rb:2:9 needsItself(a)",
        #"tools.rb:3:3 missingArgument(word: "needs", Diagnostics.SyntaxElement.toolName)"#,
        #"tools.rb:4:14 unknownOption(word: "needs", option: "on", known: ["from", "until"])"#,
      ])
  }

  @Test func `states the variables of a package manager`() throws {
    let text = """
      define "a" do
        packages "GEM_HOME", "GOBIN={packages}/bin", "PIP_USER=1", npm: ["-g", "i"], gem: "x"
      end
      define "b" do
        packages "PATH", "1A", "A=b{packages}", "", "A=\\n", true, pip: "a b"
      end

      """
    let problems = #expect(throws: SyntaxProblems.self) { try definitions(text) }
    #expect(
      problems?.problems.map(\.origin.description)
        == [12, 20, 26, 43, 47, 55, 66].map {
          "tools.rb:5:\($0)"
        })
    let end = try #require(text.firstRange(of: "define \"b\"")).lowerBound
    #expect(
      try definitions(String(text[..<end]))[0].packages.map(\.description) == [
        "GEM_HOME={packages}", "GOBIN={packages}/bin", "PIP_USER=1", "after npm -g", "after npm i",
        "after gem x",
      ])
  }

  @Test func `states the packages of other package managers that contain the tool`() throws {
    let text = """
      define "a" do
        known_as github: ["old/a", "older/a"], npm: "@a/a"
        renumbered_as pypi: "a-py"
        github "new/a"
      end
      define "b" do
        known_as
        renumbered_as "x", gem: 1, brew: "b", go: ""
      end

      """
    let problems = #expect(throws: SyntaxProblems.self) { try definitions(text) }
    #expect(
      problems?.problems.map(\.origin.description)
        == ["7:3", "8:17", "8:27", "8:30", "8:45"].map { "tools.rb:\($0)" })
    let end = try #require(text.firstRange(of: "define \"b\"")).lowerBound
    let definition = try #require(try definitions(String(text[..<end])).first)
    #expect(
      definition.foreignPackages.map { "\($0.source) \($0.name) \($0.hasToolVersions)" } == [
        "github old/a true", "github older/a true", "npm @a/a true", "pypi a-py false",
      ])
    // Other packages of a tool do not affect installations.
    let without = "define \"a\" do\n  github \"new/a\"\nend\n"
    #expect(try definitions(without).map(\.digest) == [definition.digest])
  }

  @Test(arguments: [
    ("github", "a/b", true), ("github", "a", false), ("github", "https://github.com/a/b", false),
    ("npm", "@a/b", true), ("npm", "a", true), ("npm", "@a", false), ("npm", "a/b", false),
    ("go", "example.org/a/cmd/b", true), ("go", "a", false), ("go", "example.org/a@v1", false),
    ("cargo", "a-b", true), ("cargo", "a/b", false), ("pypi", "a b", false), ("gem", "..", false),
  ])
  func `states only packages that their sources can have`(
    _ source: String, _ name: String, _ isValid: Bool
  ) throws {
    let text = "define \"a\" do\n  known_as \(source): \"\(name)\"\n  github \"new/a\"\nend\n"
    let faults: [String]
    do {
      _ = try definitions(text)
      faults = []
    } catch let problems as SyntaxProblems {
      faults = problems.problems.map(\.origin.description)
    }
    #expect(faults.isEmpty == isValid)
    #expect(faults.allSatisfy { $0.hasPrefix("tools.rb:2:") })
  }

  private let alternatives = """
    define "ruby" do
      oldest "3.1", because: "earlier versions need OpenSSL 1.1"
      github "a/b"
      otherwise do
        url "https://example.org/{version}.tar.gz"
        needs_host "make", apt: "make", brew: "make"
        needs_host "openssl.pc", ">= 1.1", "< 4", apt: "libssl-dev", until: "3.4"
        needs_host "openssl/ssl.h"
        build "make", "make install"
      end
      otherwise do
        url "https://example.com/{version}.zip"
      end
    end

    """

  @Test func `may state where its versions end`() throws {
    let text = """
      define "yarn" do
        before "2.0", because: "Corepack starts later versions"
        github "a/b"
      end

      """
    let definition = try #require(try definitions(text).first)
    #expect(definition.until?.version.text == "2.0")
    #expect(definition.until?.reason == "Corepack starts later versions")
    #expect(throws: SyntaxProblems.self) {
      try definitions(text.replacing(", because: \"Corepack starts later versions\"", with: ""))
    }
  }

  @Test func `may state other sources`() throws {
    let definition = try #require(try definitions(alternatives).first)
    #expect(definition.oldest?.version.text == "3.1")
    #expect(definition.oldest?.reason == "earlier versions need OpenSSL 1.1")
    #expect(definition.until == nil)
    #expect(
      definition.sources.map { $0.options.map(\.key) } == [["github"], ["url", "build"], ["url"]])
    #expect(
      definition.sources.map(\.origin.description)
        == [1, 4, 11].map { "tools.rb:\($0):" }
        .enumerated().map { $1 + ($0 == 0 ? "1" : "3") })
    let needs = definition.alternatives[0].hostNeeds
    #expect(needs.map(\.value.name) == ["make", "openssl.pc", "openssl/ssl.h"])
    #expect(needs.map(\.value.kind) == [.program, .pkgConfig("openssl"), .header])
    #expect(needs[0].value.packages == [.apt: "make", .brew: "make"])
    #expect(needs[1].value.requirement.description == ">= 1.1, < 4")
    #expect(needs.map(\.condition.description) == ["", "<3.4", ""])
    let text = needs.map(\.value).definitionValue
    #expect(
      text == "make apt=make brew=make; openssl.pc >= 1.1, < 4 apt=libssl-dev; openssl/ssl.h")
    #expect([HostNeed](definitionValue: text) == needs.map(\.value))
    for invalid in ["", ";", "make apt=$(x)", "make >= 1", "-x", "a apt=b apt=c", "a/b"] {
      #expect([HostNeed](definitionValue: invalid) == nil, "\(invalid)")
    }
    for (text, other) in [
      ("\"make\", \"make install\"", "\"make\""), ("apt: \"make\"", "apt: \"gmake\""),
      (".zip", ".tar"), ("because: \"e", "because: \"E"),
    ] {
      #expect(
        try definitions(alternatives.replacing(text, with: other)).map(\.digest)
          != [definition.digest], "\(text)")
    }
  }

  @Test func `may state other files of a build`() throws {
    let digest = String(repeating: "7a", count: 32)
    let text = """
      define "ruby" do
        url "https://example.org/{version}.tar.gz"
        part "openssl", "1.1.1w", url: "https://example.org/ssl-{version}.tar.gz",
          checksums: "{url}.sha256", until: "3.1"
        patch "gcc-14", url: "https://example.org/a,b.patch", sha256: "\(digest)"
        build "make install"
      end

      """
    let parts = try #require(try definitions(text).first).source.parts
    #expect(parts.map(\.condition.description) == ["<3.1", ""])
    #expect(parts.map(\.value.isPatch) == [false, true])
    #expect(parts.map(\.value.version.text) == ["1.1.1w", "0"])
    let value = parts.map(\.value).definitionValue
    #expect(
      value == "\"openssl 1.1.1w https://example.org/ssl-1.1.1w.tar.gz "
        + "checksums=https://example.org/ssl-1.1.1w.tar.gz.sha256\","
        + "\"gcc-14 patch https://example.org/a,b.patch sha256=\(digest)\"")
    #expect([BuildPart](definitionValue: value) == parts.map(\.value))
    for invalid in [
      "", "a", "a 1", "a b c", "a 1 https://x.org/ sha256=7a", "a 1 https://x.org/ b",
    ] {
      #expect([BuildPart](definitionValue: invalid) == nil, "\(invalid)")
    }
    let wrong = """
      define "a" do
        part "b", url: "https://example.org/b.tar.gz"
        part "b", "1"
        part "../b", "1", url: "https://example.org/b.tar.gz"
        patch "b", "1", url: "https://example.org/b.patch"
        patch "b", url: "b.patch", sha256: "7a"
        patch "b", url: "https://example.org/b.patch", sha1: "7a"
        build "make install"
      end

      """
    let problems = #expect(throws: SyntaxProblems.self) { try definitions(wrong) }
    #expect(
      problems?.problems.map { "\($0.origin)" } == [
        "tools.rb:2:3", "tools.rb:3:3", "tools.rb:4:8", "tools.rb:5:14", "tools.rb:6:19",
        "tools.rb:7:50",
      ])
  }

  @Test func `states what only a build uses beside its steps`() throws {
    let text = """
      define "a" do
        url "https://example.org/a.tar.gz"
        patch "b", url: "https://example.org/b.patch"
        needs_host "make"
        otherwise do
          url "https://example.org/b.tar.gz"
          needs_host "make"
        end
      end

      """
    let problems = #expect(throws: SyntaxProblems.self) { try definitions(text) }
    #expect(
      problems?.problems.map { "\($0.origin) \($0.fault)" } == [
        #"tools.rb:3:3 onlyForBuilds(word: "patch")"#,
        #"tools.rb:7:5 onlyForBuilds(word: "needs_host")"#,
      ])
  }

  @Test func `refuses what cannot be part of another source`() throws {
    let text = """
      define "a" do
        oldest "1.0"
        needs_host "make install"
        needs_host "make", ">= 4"
        needs_host "make", apt: "make; rm", emerge: "make"
        otherwise "x" do
          summary "b"
          otherwise do
          end
        end
        build "make install"
      end
      otherwise do
      end

      """
    let problems = #expect(throws: SyntaxProblems.self) { try definitions(text) }
    #expect(
      problems?.problems.map { "\($0.origin)" } == [
        "tools.rb:2:3", "tools.rb:3:14", "tools.rb:4:14", "tools.rb:5:27", "tools.rb:5:39",
        "tools.rb:6:13", "tools.rb:7:5", "tools.rb:8:5", "tools.rb:13:1",
      ])
  }

  @Test func `without lines means nothing but a name`() throws {
    let definition = try #require(try definitions("define \"a\" do\nend\n").first)
    #expect(definition.summary == nil && definition.home == nil && definition.platforms == nil)
    #expect(definition.aliases == [] && definition.executables == [] && definition.needs == [])
    #expect(definition.packages == [])
    #expect(definition.source.options == [] && definition.scheme == nil)
  }

  @Test func `in a Toolfile has the same content as in a registry`() throws {
    let text = "platforms \"linux-x64\"\n\(whole)registry \"./tools\"\nregistry github: \"a/b\"\n"
    let file = try Toolfile(parsing: Array(text.utf8), path: "Toolfile")
    #expect(try file.definitions.map(\.digest) == definitions(whole).map(\.digest))
    #expect(file.definitions.map(\.origin.description) == ["Toolfile:3:1"])
    #expect(
      file.registries.map(\.place) == [
        .address("./tools"), .repository(source: "github", name: "a/b"),
      ])
    #expect(file.registries.map(\.origin.description) == ["Toolfile:20:1", "Toolfile:21:1"])
  }
}
