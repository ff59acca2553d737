import Diagnostics
import Filesystem
import LoopbackServer
import Manifests
import SampleWheels
import Selection
import SourceKinds
import Testing
import Transport
import Versions
import Vocabulary

@testable import ToolSources

/// Tests of servers, tokens, and failures.
@Suite struct GitHubRequestTests {
  @Test(
    arguments: [
      ("realm/SwiftLint", "realm/SwiftLint"), ("a/b", "a/b"), ("my-org/.github", "my-org/.github"),
      ("a_b/c.d", "a_b/c.d"), ("a", nil), ("a/b/c", nil), ("/b", nil), ("a/", nil), ("a/..", nil),
      ("a/.", nil), ("-a/b", nil), ("a/-b", nil), ("a/b c", nil), ("a/b%2e", nil), ("a.b/c", nil),
      ("a/b.git", nil), ("../b", nil), ("a/..b", nil),
    ] as [(String, String?)])
  func `a name of a repository has an owner`(text: String, name: String?) {
    #expect(GitHubKind.packageName(text) == name)
  }

  @Test func `an invalid name says what is expected`() throws {
    let tool = try SourceWorld.tool("mytool", more: ", github: \"mytool\"")
    #expect(
      tool.problems(for: GitHubKind.self).map(\.fault)
        == [.declaration(.badOption("github", expected: .repositoryName))])
  }

  @Test func `the shipped definitions have valid options`() throws {
    var count = 0
    for definition in ShippedRegistry.standard.definitions {
      guard let applied = try? AppliedDefinition(definition, in: "shipped", .standard),
        applied.source == GitHubKind.name
      else { continue }
      let tool = DeclaredTool(definition.name, origin: .commandLine).defined(by: applied)
      #expect(tool.problems(for: GitHubKind.self) == [])
      count += 1
    }
    #expect(count > 200)
  }

  @Test(arguments: [
    ("", "https://api.github.com", "https://github.com"),
    ("github.com", "https://api.github.com", "https://github.com"),
    ("GHE.example.com", "https://ghe.example.com/api/v3", "https://ghe.example.com"),
    ("ghe.example.com:8443", "https://ghe.example.com:8443/api/v3", "https://ghe.example.com:8443"),
    ("127.0.0.1:80", "http://127.0.0.1:80/api/v3", "http://127.0.0.1:80"),
    ("acme.ghe.com", "https://api.acme.ghe.com/", "https://acme.ghe.com"),
  ])
  func `a host has its own API`(host: String, api: String, web: String) throws {
    let server = try GitHubServer.of(
      host: host.isEmpty ? nil : host, address: nil, .init([:] as [String: String]))
    #expect(server.api.text.drop(suffix: "/") == api.drop(suffix: "/"))
    #expect(server.web == web)
    #expect(server.isDefault == (web == "https://github.com"))
  }

  @Test(arguments: ["", "a/b", "me@a", "a:b", "a:99999", "a?b"])
  func `a host has no path or credentials`(host: String) throws {
    #expect(throws: AddressFault.self) { try GitHubServer(host: host) }
  }

  @Test func `variables of the runner need a protected server`() throws {
    func api(_ text: String) throws -> String {
      try GitHubServer(.init(["GITHUB_API_URL": text])).api.text
    }
    #expect(try api("https://ghe.example.com/api/v3/") == "https://ghe.example.com/api/v3")
    #expect(try api("http://ghe.example.com/api/v3").hasPrefix("https://api.github.com"))
    #expect(try api("nonsense").hasPrefix("https://api.github.com"))
  }

  @Test(arguments: [
    ("https://github.com/acme/mytool/releases/download/v1/a.zip", true),
    ("https://github.com/Acme/MyTool/releases/download/tool%2Fv1/a.zip", true),
    ("https://github.com/other/mytool/releases/download/v1/a.zip", false),
    ("https://github.com.example.org/acme/mytool/releases/download/v1/a.zip", false),
    ("http://github.com/acme/mytool/releases/download/v1/a.zip", false),
    ("https://github.com/acme/mytool/releases/download/../../../../evil/x/raw/a", false),
    ("https://github.com/acme/mytool/releases/download/%2E%2e/a.zip", false),
    ("https://github.com/acme/mytool/releases/download/v1%2F..%2F..%2Fa.zip", false),
    ("https://github.com/acme/mytool/releases/download/v1/a.zip?x=1", false),
    ("https://github.com/acme/mytool/archive/v1.zip", false),
    ("file:///acme/mytool/releases/download/v1/a.zip", false),
  ])
  func `only files of the repository's releases are its own`(address: String, isOwn: Bool) throws {
    let world = try SourceWorld()
    let declaration = LockedDeclaration(
      source: "github", options: [.init("package", "acme/mytool")])
    let url = try #require(ArtifactURL(address))
    let version = try #require(VersionText("1.0"))
    #expect(
      world.sources.serves(url, of: version, on: .linuxX64, for: declaration) == isOwn)
  }

  @Test func `a host is a foreign address`() throws {
    let tool = try SourceWorld.tool("a", more: ", github: \"a/b\", host: \"GHE.example.com\"")
    #expect(
      GitHubKind.statedAddresses(of: tool).map(\.value) == ["https://ghe.example.com"])
    let place = GitHubKind.place(of: "https://ghe.example.com", try SourceWorld().sources.access)
    #expect(place == .foreign("https://ghe.example.com"))
  }

  @Test func `a server of its own serves a tool`() async throws {
    let world = try SourceWorld()
    let repository = SampleRepository("acme/mytool", on: world.server)
    repository.publish([.init("v1.0", GitHubWorld.assets(of: "1.0"))])
    let tool = try SourceWorld.tool(
      "mytool", more: ", github: \"acme/mytool\", host: \"127.0.0.1:\(world.server.port)\"")
    let source = try world.sources.source(of: tool)
    let package = try await source.package(source.request(for: tool))
    #expect(package.releases.map(\.version.spelling) == ["1.0"])
  }

  // MARK: Tokens

  @Test func `a token goes to the API only`() async throws {
    var world = try GitHubWorld()
    world.world.variables["GITHUB_TOKEN"] = "s3cret"
    var assets = GitHubWorld.assets(of: "1.0")
    assets[0].digest = ""
    world.repository.publish([.init("v1.0", assets)])
    let package = try await world.package()
    _ = try await package.content(of: package.releases[0], for: [.linuxX64])
    for request in world.world.server.requests {
      let isAPI = request.path.hasPrefix(SampleRepository.apiPath)
      #expect(request.headers["authorization"] == (isAPI ? "Bearer s3cret" : nil))
    }
    #expect(world.world.server.requests.count > world.apiRequests.count)
  }

  @Test func `a token goes to no other server`() async throws {
    var world = try GitHubWorld()
    world.world.variables["GITHUB_TOKEN"] = "s3cret"
    let other = try LoopbackServer()
    other.serve("/stolen", .text("[]", type: "application/json"))
    world.world.server.serve(
      world.repository.path(ofPage: 1), .redirect(to: other.address("/stolen"), status: 301))
    _ = try? await world.package()
    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
  }

  @Test func `a token for an Enterprise server goes to the user's own only`() async throws {
    var world = try SourceWorld()
    world.variables["GITHUB_TOKEN"] = "public"
    world.variables["GH_ENTERPRISE_TOKEN"] = "s3cret"
    func token(_ host: String) async throws -> String? {
      let access = world.sources.access
      let tokens = GitHubTokens(access.environment, access.helpers)
      return await tokens.token(for: try GitHubServer(host: host))?.authorization
    }
    #expect(try await token("ghe.example.com") == nil)
    world.variables["GH_HOST"] = "ghe.example.com"
    #expect(try await token("ghe.example.com") == "Bearer s3cret")
    #expect(try await token("other.example.com") == nil)
  }

  /// Writes a program `gh` that states `token`, and records its arguments, its environment, and its
  /// working directory in the file `asked`.
  private func writeProgram(_ world: SourceWorld, _ folder: String, _ token: String) throws {
    let folder = world.path.appending(folder)
    try folder.makeDirectories()
    let record = "{ echo \"$@\"; pwd; env; } >>'\(world.path.appending("asked"))'"
    let program = folder.appending("gh")
    try program.replaceContents(with: "#!/bin/sh\n\(record)\necho \(token)\n".utf8)
    try program.setPermissions(0o755)
  }

  private func recorded(_ world: SourceWorld) throws -> [String] {
    let bytes = try world.path.appending("asked").contents(limit: 1 << 20)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `GitHub's own program states a token, unless a stranger may have written it`()
    async throws
  {
    var world = try SourceWorld()
    let home = world.path.appending("home")
    world.variables["HOME"] = home.string
    let installed = "root/installs/gh/1.0-0123/bin"
    for folder in ["project/bin", "project/linked", installed] {
      try writeProgram(world, folder, "theirs")
    }
    try world.path.appending("links").makeDirectories()
    try world.path.appending("links/gh").makeLink(to: world.path.appending("project/bin/gh"))
    try world.path.appending("also").makeLink(to: world.path.appending(installed))
    try writeProgram(world, "bin", "mine")
    let strangers = ["project/bin", installed, "links", "also"].map { "\(world.path)/\($0)" }
    world.variables["PATH"] =
      (["bin", ""] + strangers + ["\(world.path)/bin", "/usr/bin", "/bin"])
      .joined(separator: ":")
    world.variables["GIT_DIR"] = "/nowhere"
    world.variables["GH_ENTERPRISE_TOKEN"] = "s3cret"
    world.variables["LANG"] = "C"
    let environment = Environment(world.variables)
    let helpers = HelperPrograms(
      environment, root: world.root, project: world.path.appending("project"))
    let token = await GitHubTokens(environment, helpers)
      .token(for: try GitHubServer(environment))
    #expect(token?.authorization == "Bearer mine")
    #expect("\(token as Any)".contains("mine") == false)
    let lines = try recorded(world)
    #expect(lines.prefix(2) == ["auth token --hostname github.com", "/"])
    #expect(lines.contains("LANG=C"))
    #expect(lines.contains("PATH=\(world.path)/links:\(world.path)/bin:/usr/bin:/bin"))
    #expect(!lines.contains { $0.hasPrefix("GIT_") || $0.contains("s3cret") })
  }

  @Test func `a project in a folder that contains the home may use all programs`() throws {
    var world = try SourceWorld()
    try writeProgram(world, "home/bin", "mine")
    world.variables["HOME"] = world.path.appending("home").string
    world.variables["PATH"] = "\(world.path)/home/bin"
    let environment = Environment(world.variables)
    func programs(_ project: FilePath) -> [FilePath] {
      HelperPrograms(environment, root: world.root, project: project).all(named: "gh")
    }
    #expect(programs("/").count == 1)
    #expect(programs(world.path).count == 1)
    #expect(programs(world.path.appending("home")).count == 1)
    #expect(programs(world.path.appending("home/bin")).isEmpty)
  }

  @Test func `programs of the project's other folders and of other roots do not help`() throws {
    var world = try SourceWorld()
    let theirs = [
      "main/bin", "feature/bin", "pins/bin", "other/bin", "moved/installs/gh/1.0-0123/bin", "link",
    ]
    for folder in theirs.dropLast() + ["bin", "shared/installs/gh/1.0/bin"] {
      try writeProgram(world, folder, "any")
    }
    func write(_ file: String, _ text: String) throws {
      let path = world.path.appending(file)
      try path.parentDirectory.makeDirectories()
      try path.replaceContents(with: text.utf8)
    }
    for name in ["feature", "other"] {
      try write("main/.git/worktrees/\(name)/commondir", "../..\n")
      try write("main/.git/worktrees/\(name)/gitdir", "\(world.path)/\(name)/.git\n")
      try write("\(name)/.git", "gitdir: \(world.path)/main/.git/worktrees/\(name)\n")
    }
    try write("pins/.tool-version", "gh 1.0\n")
    try write("pins/sub/file", "")
    try write("moved/installs/gh/1.0-0123/.receipt", "")
    try world.path.appending("link").makeLink(to: "moved/installs/gh/1.0-0123/bin")
    world.variables["HOME"] = world.path.appending("home").string
    world.variables["PATH"] = (theirs + ["bin", "shared/installs/gh/1.0/bin"])
      .map { "\(world.path)/\($0)" }.joined(separator: ":")
    let environment = Environment(world.variables)
    func programs(_ project: String) -> [String] {
      HelperPrograms(environment, root: world.root, project: world.path.appending(project))
        .all(named: "gh").map { String($0.string.dropFirst(world.path.string.count + 1)) }
    }
    let own = ["bin/gh", "shared/installs/gh/1.0/bin/gh"]
    #expect(programs("feature") == ["pins/bin/gh"] + own)
    #expect(programs("main") == ["pins/bin/gh"] + own)
    #expect(
      programs("pins/sub") == ["main/bin/gh", "feature/bin/gh", "other/bin/gh"] + own)
    try write("moved/store.sqlite", "")
    try write("shared/store.sqlite", "")
    try write("shared/shims/file", "")
    #expect(programs("feature") == ["pins/bin/gh", "bin/gh"])
  }

  @Test func `GitHub's own program is asked only about servers in the user's settings`()
    async throws
  {
    var world = try SourceWorld()
    try writeProgram(world, "bin", "mine")
    world.variables["PATH"] = "\(world.path)/bin:/usr/bin:/bin"
    world.variables["GITHUB_ENTERPRISE_TOKEN"] = "s3cret"
    let settings = world.path.appending("settings")
    world.variables["GH_CONFIG_DIR"] = settings.string
    func token(_ host: String) async throws -> String? {
      let environment = Environment(world.variables)
      let helpers = HelperPrograms(
        environment, root: world.root, project: world.path.appending("project"))
      let server = try GitHubServer(host: host)
      let token = await GitHubTokens(environment, helpers).token(for: server)
      #expect(token?.origin == GitHubTokens.origin(for: server, environment))
      return token?.authorization
    }
    #expect(try await token("ghe.example.com") == nil)
    #expect(!world.path.appending("asked").exists)
    try settings.makeDirectories()
    try settings.appending("hosts.yml").replaceContents(
      with: "github.com:\n    user: me\nghe.example.com:\n    other.example.com:\n".utf8)
    #expect(try await token("ghe.example.com") == "Bearer mine")
    #expect(try await token("other.example.com") == nil)
  }

  @Test func `a runner's own server does not receive the token for github.com`() async throws {
    var world = try SourceWorld()
    try writeProgram(world, "bin", "mine")
    world.variables["PATH"] = "\(world.path)/bin:/usr/bin:/bin"
    world.variables["GITHUB_API_URL"] = "https://ghe.example.com/api/v3"
    world.variables["GITHUB_SERVER_URL"] = "https://ghe.example.com"
    let environment = Environment(world.variables)
    let helpers = HelperPrograms(
      environment, root: world.root, project: world.path.appending("project"))
    _ = await GitHubTokens(environment, helpers).token(for: try GitHubServer(environment))
    #expect(try recorded(world).first == "auth token --hostname ghe.example.com")
  }

  // MARK: Failures

  @Test(arguments: [(403, false), (429, false), (403, true)])
  func `too many requests are reported with the time`(status: Int, hasToken: Bool) async throws {
    var world = try GitHubWorld()
    if hasToken { world.world.variables["GH_TOKEN"] = "t" }
    world.world.server.serve(
      world.repository.path(ofPage: 1),
      .status(status).header("x-ratelimit-remaining", "0")
        .header("x-ratelimit-reset", "4102444800"))
    let problem = try await SourceWorld.problem { _ = try await world.package() }
    guard case .own(let fault) = problem.fault else {
      Issue.record("\(problem.fault)")
      return
    }
    #expect(fault.code == "rate-limit")
    #expect(problem.exitCode == .unreachable)
    #expect(
      fault.lines.contains(.detail(label: "try", ["set GITHUB_TOKEN, or run `gh auth login`"]))
        == !hasToken)
  }

  @Test func `a limit on bursts is a limit, too`() async throws {
    let world = try GitHubWorld()
    world.world.server.serve(
      world.repository.path(ofPage: 1), .status(403).header("Retry-After", "90"))
    let problem = try await SourceWorld.problem { _ = try await world.package() }
    guard case .own(let fault) = problem.fault, fault.code == "rate-limit",
      case .detail("again", let values) = fault.lines[1]
    else {
      Issue.record("\(problem.fault)")
      return
    }
    #expect(values.first?.hasSuffix("in 2 minutes") == true)
  }

  @Test func `the time is shown with the minutes until then`() throws {
    let server = try GitHubServer(Environment([:]))
    let now = ReleaseTime(secondsSince1970: 1_000_000)
    let fault = SourceFault.rateLimit(
      on: server, reset: ReleaseTime(secondsSince1970: 1_001_441), now: now, hasToken: true)
    #expect(fault.lines.last == .detail(label: "again", ["at 14:10 UTC, in 25 minutes"]))
  }

  @Test func `a missing repository may be private`() async throws {
    let world = try GitHubWorld()
    let problem = try await SourceWorld.problem { _ = try await world.package(of: "acme/none") }
    let name = try #require(RepositoryName("acme/none"))
    let fault = SourceProblem.Fault.own(
      .noRepository(name, on: try GitHubServer(Environment([:])), hasToken: false))
    #expect(problem.fault == fault)
    #expect(problem.exitCode == .notAvailable)
  }

  @Test func `an invalid token is named by its variable`() async throws {
    var world = try GitHubWorld()
    world.world.variables["GH_TOKEN"] = "expired"
    world.world.server.serve(world.repository.path(ofPage: 1), .status(401))
    let problem = try await SourceWorld.problem { _ = try await world.package() }
    #expect(problem.fault == .own(.badToken(host: "github.com", from: "GH_TOKEN")))
  }

  @Test(arguments: [("{}", 0), ("[{]", 2)])
  func `a page that is no list is unreadable`(body: String, offset: Int) async throws {
    let world = try GitHubWorld()
    world.world.server.serve(
      world.repository.path(ofPage: 1), .text(body, type: "application/json"))
    let problem = try await SourceWorld.problem { _ = try await world.package() }
    guard case .answer(.unreadable(_, .unexpectedJSON(offset))) = problem.fault else {
      Issue.record("\(problem.fault)")
      return
    }
  }
}

extension String {
  fileprivate func drop(suffix: String) -> Substring {
    hasSuffix(suffix) ? dropLast(suffix.count) : self[...]
  }
}
