import Diagnostics
import Filesystem
import Manifests
import Projects
import Sandboxes
import Testing
import Trust
import Vocabulary

/// The requests of a machine setup.
@Suite struct SetupRequestsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func project(_ text: String) throws -> Project {
    try directory.file("Toolfile", text)
    return Project(
      folder: directory.path, toolfile: try Toolfile(parsing: Array(text.utf8), path: "Toolfile"),
      pins: nil, lock: nil)
  }

  private func requests(_ text: String) throws -> SetupRequests {
    SetupRequests(of: try project(text), needs: [], own: OwnToolfile(home: nil))
  }

  private func hook(_ text: String) throws -> HookText {
    let requests = try requests(text)
    let item = try #require(requests.hooks.first).item
    guard case .hook(let hook) = item else {
      Issue.record("\(item)")
      return HookText(name: try #require(HookName("x")), run: [], check: nil, files: [])
    }
    return hook
  }

  @Test func `the files of a hook are those it lists and those its words name`() throws {
    try directory.file("script/setup", "one")
    try directory.file("listed.txt", "two")
    try directory.file("quoted file.sh", "three")
    try directory.file("unused.sh")
    try directory.file("option.cfg", "four")
    let hook = try hook(
      """
      hook "a", run: ["./script/setup --config=option.cfg && echo done", "sh 'quoted file.sh'"],
        check: "test -e script", files: ["listed.txt", "gone.txt", "script"]

      """)
    #expect(
      hook.files == [
        .init("gone.txt", .missing), .init("listed.txt", .digest(SHA256Digest(of: "two"))),
        .init("option.cfg", .digest(SHA256Digest(of: "four"))),
        .init("quoted file.sh", .digest(SHA256Digest(of: "three"))), .init("script", .uncovered),
        .init("script/setup", .digest(SHA256Digest(of: "one"))),
      ])
  }

  @Test func `a link out of the folder is not read`() async throws {
    try await withScratch { other in
      let secret = other.appending("secret")
      try secret.replaceContents(with: "s3cret".utf8)
      try directory.path.appending("named").makeLink(to: secret)
      try directory.path.appending("listed").makeLink(to: secret)
      let hook = try hook("hook \"a\", run: \"cat named\", files: [\"listed\"]\n")
      #expect(hook.files == [.init("listed", .uncovered)])
    }
  }

  @Test func `every change of what runs needs a new consent`() throws {
    try directory.file("x.sh", "one")
    var digests = [
      try hook("hook \"a\", run: [\"sh x.sh\", \"b\"]\n"),
      try hook("hook \"a\", run: [\"sh x.sh b\"]\n"),
      try hook("hook \"a\", run: [\"sh x.sh\"], check: \"b\"\n"),
      try hook("hook \"a\", run: [\"sh x.sh\", \"check b\"]\n"),
    ].map(\.digest)
    try directory.file("x.sh", "two")
    digests.append(try hook("hook \"a\", run: [\"sh x.sh\", \"b\"]\n").digest)
    #expect(Set(digests).count == digests.count)
    // A hook that does not run needs no consent.
    let before = try hook("hook \"a\", run: \"b\"\n").digest
    let other = try hook("hook \"a\", run: [\"b\"], after: \"host\", on: \"linux-x64\"\n")
    #expect(other.digest == before)
  }

  @Test func `the list is the same on every machine`() throws {
    let text = """
      host apt: ["make", "g++"], brew: "acme/tap/kit"
      on "macos-arm64" do
        host cask: "docker", brew: "make"
        hook "mac", run: "x"
      end
      hook "all", run: "y"
      host apt: "make"

      """
    let requests = try requests(text)
    let lines = TrustList(requests.all.map(\.item)).lines
    let starts = lines.map { line in
      line.split(separator: " ").prefix(line.hasPrefix("hook") ? 2 : 3).joined(separator: " ")
    }
    #expect(
      starts == [
        "hook all", "hook mac", "host-package apt g++", "host-package apt make",
        "host-package brew acme/tap/kit", "host-package brew make", "host-package cask docker",
      ])
    func needed(_ managers: [HostPackageManager], _ platform: Platform) -> [String] {
      let asked = requests.needed(for: directory.path, managers: managers, on: platform)
      #expect(asked.list.lines == lines)
      return asked.needed.map { request in
        let words = TrustList([request.item]).lines[0].split(separator: " ")
        return String(words[0] == "hook" ? words[1] : words[2])
      }
    }
    #expect(needed([.apt], .linuxX64) == ["all", "make", "g++"])
    #expect(
      needed([.brew, .cask], .macosArm64) == ["mac", "all", "acme/tap/kit", "make", "docker"])
    #expect(needed([.brew], .linuxX64) == ["all", "acme/tap/kit"])
  }

  @Test func `packages that builds need count too`() throws {
    let need = try #require(HostNeed("make", packages: [.apt: "make", .dnf: "make"]))
    let requests = SetupRequests(
      of: try project("host apt: \"make\"\n"),
      needs: [Located(need, at: .file("Toolfile", line: 3))], own: OwnToolfile(home: nil))
    #expect(
      requests.packages.map(\.item) == [
        .hostPackage(.apt, name: "make"), .hostPackage(.dnf, name: "make"),
      ])
  }

  @Test func `the user's own Toolfile asks for nothing`() throws {
    let project = try project("hook \"a\", run: \"x\"\nhost apt: \"make\"\n")
    func count(_ home: FilePath?) -> Int {
      SetupRequests(of: project, needs: [], own: OwnToolfile(home: home)).all.count
    }
    #expect(count(directory.path) == 0)
    #expect(count(directory.path.appending("other")) == 2)
    #expect(count(nil) == 2)
  }

  @Test func `the Toolfile of a home is the user's own unless others control it`() async throws {
    let file = try directory.file("home/Toolfile")
    let home = file.parentDirectory
    let own = OwnToolfile(home: home)
    #expect(own.includes(file))
    #expect(!own.includes(home.appending("app/Toolfile")))
    #expect(!OwnToolfile(home: directory.path).includes(file))

    try file.setPermissions(0o646)
    #expect(!own.includes(file))
    try file.setPermissions(0o644)
    try home.setPermissions(0o777)
    #expect(!own.includes(file))
    try home.setPermissions(0o755)
    #expect(own.includes(file))

    // A repository of dotfiles can contain the real file, but cannot be the home directory itself.
    let dotfiles = try directory.file("dotfiles/Toolfile")
    try directory.directory("dotfiles/.git")
    try file.removeFile()
    try file.makeLink(to: dotfiles)
    #expect(own.includes(file))
    try dotfiles.parentDirectory.setPermissions(0o777)
    #expect(!own.includes(file))
    try dotfiles.parentDirectory.setPermissions(0o755)
    try directory.directory("home/.git")
    #expect(!own.includes(file))
  }
}
