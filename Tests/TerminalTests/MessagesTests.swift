import Diagnostics
import Snapshots
import Terminal
import Testing
import Vocabulary

/// Every problem that can be reported, with its complete message.
@Suite struct MessagesTests {
  @Test(arguments: [
    ("usage", usage), ("project", project), ("artifact", artifact), ("source", source),
    ("build", build), ("damage", damage), ("system", system),
  ])
  func `each problem has the recorded message`(topic: String, problems: [Problem]) {
    let plain = Style(isColored: false)
    let texts = problems.flatMap { problem in
      problem.messages.map { message in
        "# \(message.code), exit \(problem.exitCode.rawValue)\n"
          + message.text("error:", style: plain)
      }
    }
    Snapshot("Terminal/\(topic)-messages.txt").expect(texts.joined(separator: "\n"))
  }

  private static func syntax(_ fault: SyntaxFault) -> Problem {
    .syntax(SyntaxProblems([SyntaxProblem(fault, at: .file("Toolfile", line: 1, column: 1))]))
  }

  private static let usage: [Problem] = [
    .usage(.unknownCommand("instal", nearest: ["install", "info"])),
    .usage(.unknownCommand("zzz", nearest: [])),
    .usage(.repeatedOption("--group", command: "add")),
    .usage(.unknownOption("--frozn", command: "install", nearest: ["--frozen"])),
    .usage(.optionWithoutValue("--jobs", command: "install")),
    .usage(.valueForFlag("--frozen", command: "install")),
    .usage(.badValue("red", option: "--color", expected: .oneOf(["auto", "always", "never"]))),
    .usage(.missingArgument("NAME", command: "which")),
    .usage(.unexpectedArgument("b", command: "which")),
    .usage(.badToolName("../x")),
    .usage(.badVersion("~> 1", tool: "ruff")),
    .usage(.badVersion("1.4.x", tool: "ruff", retry: ["bootstrap", "x", "ruff@1.4"])),
    .usage(
      .badRequirement(
        "^1.2", tool: "ruff", .unknownComparator("^"),
        retry: ["bootstrap", "add", "ruff@~> 1.2", "--group", "dev"])),
    .usage(.badRequirement("", tool: "ruff", .emptyClause, retry: [])),
    .usage(.toolTwice("ruff", words: ["ruff@1", "ruff@2"])),
    .usage(
      .contradiction(
        "--patch", "--minor", command: "update",
        meanings: ["prefer 1.2.9 to 1.3.0 after 1.2.3", "prefer 1.9.0 to 2.0.0 after 1.2.3"])),
    .usage(.contradiction("--a", "--b", command: "x", meanings: [])),
    .usage(
      .badValue(
        "linux-amd64", option: "--platforms",
        expected: .platform(nearest: [.linuxX64], known: [.linuxX64, .macosArm64]))),
    .usage(.badValue("pip", option: "--source", expected: .source(["github", "pypi", "url"]))),
    .usage(.badValue("my-group", option: "--group", expected: .groupName)),
    .usage(.badValue("1234", option: "--digest", expected: .digest)),
    .usage(.unknownManifest("Podfile", known: ["Gemfile", "mise.toml"])),
    .usage(.noHome), .usage(.noStartupFolder),
    .usage(.notForPath(folder: "/home/me/a:b/shims")),
    .usage(.relativeRoot(path: ".root")),
  ]

  private static func unsuitableRuby(
    isOfSystem: Bool, needs: String, of part: UnsuitableRuby.Part
  ) -> UnsuitableRuby {
    UnsuitableRuby(
      path: "/usr/bin/ruby", version: "3.1.2", isOfSystem: isOfSystem, gem: "json 2.9.1",
      needs: needs, of: part, found: part == .ruby ? "3.1.2" : "3.3.15")
  }

  private static let build: [Problem] = [
    .build(BuildProblem(tool: "ruby", version: "3.1.2", fault: .forbidden(others: ["lua"]))),
    .build(BuildProblem(tool: "app", version: "1.0", fault: .needsTools(["gen", "make"]))),
    .build(BuildProblem(tool: "app", version: "1.0", fault: .noRuby(path: nil))),
    .build(BuildProblem(tool: "app", version: "1.0", fault: .noRuby(path: "/gone/bin/ruby"))),
    .build(
      BuildProblem(
        tool: "app", version: "1.0",
        fault: .otherRuby(unsuitableRuby(isOfSystem: true, needs: ">= 3.2", of: .ruby)))),
    .build(
      BuildProblem(
        tool: "app", version: "1.0",
        fault: .otherRuby(unsuitableRuby(isOfSystem: true, needs: ">= 3.4", of: .rubygems)))),
    .build(
      BuildProblem(
        tool: "app", version: "1.0",
        fault: .otherRuby(unsuitableRuby(isOfSystem: false, needs: ">= 3.2", of: .ruby)))),
    .build(
      BuildProblem(
        tool: "app", version: "1.0", log: "~/.bootstrap/logs/app.log",
        fault: .gemExtension(
          gem: "json 2.9.1",
          BuildProblem.Step(
            number: 2, count: 2, command: "", end: .code(1),
            lastLines: ["ext.c:1:10: fatal error: gone.h: No such file or directory"])))),
    .build(
      BuildProblem(
        tool: "app", version: "1.0", log: "~/.bootstrap/logs/app.log",
        fault: .gemExtension(
          gem: "json 2.9.1",
          BuildProblem.Step(
            number: 2, count: 2, command: "", end: .code(1),
            lastLines: ["ext.c:1:10: error: expected ';' before '}' token"])))),
    .hostShortage(
      HostShortage(
        of: [
          .init(.program, "make"), .init(.header, "openssl/ssl.h"),
          .init(.pkgConfig, "zlib", requirement: ">= 1.2", found: "1.1.4"),
          .init(.pkgConfig, "yaml-0.1"),
        ],
        for: [.init("ruby", "3.1.2")], manager: .apt,
        packages: ["make", "libssl-dev", "zlib1g-dev", "libyaml-dev"], isSuperuser: false)),
    .hostShortage(
      HostShortage(
        of: [.init(.program, "cc")], for: [.init("lua", "5.4.4"), .init("jq", "1.7.1")],
        manager: .apk, packages: ["build-base"], isSuperuser: true)),
    .hostShortage(
      HostShortage(
        of: [.init(.header, "yaml.h")], for: [.init("ruby", "3.1.2")], manager: .brew,
        packages: ["libyaml"], isSuperuser: false)),
    .hostShortage(
      HostShortage(
        of: [.init(.program, "cc"), .init(.header, "zlib.h")], for: [.init("ruby", "3.1.2")],
        manager: .dnf, packages: ["gcc"], unpackaged: [.init(.header, "zlib.h")],
        isSuperuser: true)),
    .hostShortage(
      HostShortage(
        of: [.init(.program, "cc")], for: [.init("lua", "5.4.4")], manager: nil, packages: [],
        isSuperuser: true)),
  ]

  private static let difference = LockDifference(
    added: [.init(tool: "ninja", origin: .file("Toolfile", line: 4))], removed: ["cmake"],
    changed: [
      .init(
        tool: "ruff",
        .wants(
          locked: [.init(requirement: "~> 0.16", requester: nil)],
          wanted: [.init(requirement: "~> 0.17", requester: nil)]),
        origin: .file("Toolfile", line: 3))
    ],
    mismatches: [
      .init(
        tool: "ruby", version: "3.0", requirement: "< 3",
        origin: .tool(name: "fastlane", version: "1.1"))
    ], addedPlatforms: [.macosArm64], removedPlatforms: [.macosX64])

  private static let project: [Problem] = [
    .project(.lock(.unconfirmed([.init(tool: "git", version: "2.0")], directory: nil))),
    .project(
      .lock(
        .unconfirmed(
          [.init(tool: "git", version: "2.0"), .init(tool: "ls", version: "1.0")],
          directory: "/home/me/an app"))),
    .project(.installation(.rootInProject(root: "/home/me/app/.root", project: "/home/me/app"))),
    .project(.file(.noManifest(directory: "/app"))),
    .project(.file(.unreadable(path: "/app/Toolfile", reason: "Permission denied"))),
    .project(.file(.notAFile(path: "/app/Toolfile", .pipe))),
    .project(.file(.danglingLink(path: "/app/Toolfile", target: "../shared/Toolfile"))),
    .project(.installation(.damagedViews(["~/.bootstrap/views/00"]))),
    .project(.installation(.damagedViews(["~/.bootstrap/views/00", "~/.bootstrap/views/01"]))),
    .project(.installation(.missingShims(["node"]))),
    .project(.installation(.missingShims(["node", "npm"]))),
    .project(.lock(.missing(toolfile: "/app/Toolfile"))),
    .project(.lock(.stale(lock: "/app/Toolfile.lock", difference))),
    .project(
      .lock(
        .unsupportedPlatform(.linuxArm64, lock: "/app/Toolfile.lock", locked: ["linux-x64"]))),
    .project(
      .statement(.collidingVariable("BOOTSTRAP_A_B_VERSION", tools: ["a-b", "a.b"]))),
    .project(.statement(.unknownTool("ruf", nearest: ["ruff"]))),
    .project(.statement(.unknownGroup("dve", known: ["dev", "docs"]))),
    .project(
      .statement(
        .similarGroup(
          "deb", nearest: ["dev"], retry: ["bootstrap", "add", "ruff", "--group", "dev"],
          creating: ["bootstrap", "add", "ruff", "--new-group", "deb"]))),
    .project(
      .statement(
        .noPlatformLeft(
          .file("Toolfile", line: 1, column: 1),
          retry: [
            "bootstrap", "lock", "--remove-platform", "linux-x64", "--add-platform", "PLATFORM",
          ]
        ))),
    .project(
      .statement(
        .notEditable(.file("Toolfile", line: 3, column: 1), line: "tool \"ruff\", \"~> 1.4\""))
    ),
    .project(.statement(.notEditable(.file("Toolfile", line: 3, column: 1), line: nil))),
    .project(.file(.manifestChanged(path: "Toolfile"))),
    .project(
      .statement(.declaredAlready(tool: "ruff", origin: .file("Toolfile", line: 3, column: 1)))),
    .project(
      .statement(
        .gemOfTool(
          "json", owners: ["danger", "fastlane"],
          retry: ["bootstrap", "update", "danger", "fastlane"]))),
    .project(
      .statement(
        .notDeclared(
          tool: "greet", path: "Toolfile", nearest: ["great"], requesters: ["words 2.0"]))),
    .project(
      .lock(
        .publishersChanged([
          PublisherChange(
            tool: "ruff", from: "0.17.5", to: "0.18.0",
            locked: "github:astral-sh/ruff workflow release.yml",
            published: "github:mallory/ruff workflow release.yml",
            origin: .file("Toolfile.lock", line: 5))
        ]))),
    .project(
      .lock(
        .publishersChanged([
          PublisherChange(
            tool: "ninja", from: "1.13", to: "1.13", locked: "github:acme/ninja immutable",
            published: nil, files: ["ninja-1.13-macos.whl"]),
          PublisherChange(
            tool: "ruff", from: "0.17.5", to: "0.18.0",
            locked: "github:astral-sh/ruff workflow release.yml", published: nil),
        ]))),
  ]

  private static let artifact: [Problem] =
    ([
      .gem("json 2.9.1", .unexpectedEntry("../x")),
      .gem("json 2.9.1", .missingEntry("data.tar.gz")),
      .gem("json 2.9.1", .checksum(entry: "metadata.gz")), .gem("json 2.9.1", .unreadableMetadata),
      .gem("json 2.9.1", .field("dependencies")),
      .gem("json 2.9.1", .unsafePath(field: "bindir")),
      .gem("json 2.9.1", .missingExecutable(path: "exe/json")),
      .gem("json 2.9.1", .refusedMetadata(reason: "Tried to load unspecified class: ERB")),
      .gem("json 2.9.1", .otherGem("json 2.9.2")), .gem("json 2.9.1", .otherPlatform("java")),
      .gem("json 2.9.1", .unlistedExtension),
      .archive(.tar(.noHeader)),
      .archive(.tar(.compressed("xz"))),
      .archive(.tar(.header(offset: 1024))),
      .archive(.tar(.trailingData)),
      .archive(.layer("gzip", .noHeader)),
      .archive(.layer("xz", .damaged("Lzma library error: Corrupted input data"))),
      .archive(.layer("bzip2", .damaged(""))),
      .archive(.layer("gzip", .checksum)),
      .archive(.layer("zstd", .trailingData)),
      .archive(.layer("gzip", .secondLayer("xz"))),
      .archive(.limit(.idle(seconds: 20))),
      .archive(.member("a", .hardLink(target: "b"))),
      .archive(.member("a", .sparse)),
      .archive(.member("a", .linkTarget(.nul))),
      .archive(.member("a", .linkLoop(target: "b"))),
      .archive(.member("a\u{A0}b", .path(.nul))),
      .archive(.member("", .path(.empty))),
      .archive(
        .member(String(repeating: "a", count: 6000) + "/z", .path(.longComponent(limit: 255)))),
      .archive(.limit(.members(limit: 500_000))),
      .archive(.limit(.size(limit: 32_000_000_000))),
      .archive(.limit(.ratio(limit: 250))),
      .archive(.limit(.directory(limit: 128_000_000))),
      .missingExecutables(
        [.init("npm"), .init("npx", at: "node/bin/npx")],
        files: ["node/bin/corepack", "a/b", "c", "d", "e", "node/bin/npm-cli"]),
      .missingExecutables([.init("npm")], files: []),
      .wrongExecutables(locked: ["node"], found: ["corepack", "node"]),
      .archive(.member("../x", .path(.dots))),
      .archive(.member("lib", .linkLeadsOut(target: "/etc"))),
      .archive(.member("a", .duplicate)),
      .archive(.member("a", .fileAndDirectory)),
      .archive(.member("A", .differsOnlyInCase(other: "a"))),
      .archive(.member("a", .encrypted)),
      .archive(.member("a", .kind)),
      .archive(.member("a\u{1B}[2J", .path(.control))),
      .archive(.member("a", .truncated)),
      .archive(.zip(.severalParts)),
    ] as [ArtifactProblem.Fault]).map { fault in
      .artifact(
        ArtifactProblem(
          tool: "ruff", version: "0.17.5", url: "https://example.org/ruff.whl", fault: fault))
    }
    + [
      .archive(.member("../x", .path(.dots))), .archive(.tar(.truncated)),
      .gem("json 2.9.1", .unreadableMetadata),
    ].map {
      .artifact(
        ArtifactProblem(
          tool: "fastlane", version: "2.228.0", part: "json 2.9.1",
          url: "https://example.org/json-2.9.1.gem", fault: $0))
    }

  private static let damage: [Problem] = [
    .damage(
      DamageProblem(
        installations: [
          .init(
            tool: "node", version: "24.1.0",
            kind: .files([
              .init(path: "bin/npm", fault: .link(expected: "../content/npm", actual: "/tmp/x")),
              .init(path: "content/a", fault: .missing),
              .init(path: "content/b", fault: .digest),
              .init(path: "content/c", fault: .size(expected: 31_000, actual: 2)),
              .init(path: "content/c", fault: .mode(expected: 0o755, actual: 0o644)),
              .init(path: "content/d", fault: .kind),
              .init(path: "content/e", fault: .digest),
              .init(path: "content/f", fault: .digest),
              .init(path: "content/g", fault: .unreadable(reason: "Input/output error")),
              .init(path: "content/h\u{1B}[2J", fault: .added),
            ])),
          .init(tool: "ruff", version: "0.17.5", kind: .receipt(.missing)),
          .init(
            tool: "ruff", version: "0.17.4",
            kind: .receipt(.unreadable(reason: "Permission denied"))),
          .init(tool: "ruff", version: "0.17.3", kind: .receipt(.malformed)),
          .init(
            tool: "ruff", version: "0.17.2",
            kind: .receipt(.foreign(tool: "ruff", version: "0.17.1"))),
        ],
        repairs: [.here(groups: []), .pins(["cmake@4.1.0"])])),
    .damage(
      DamageProblem(
        installations: [.init(tool: "ruff", version: "0.17.5", kind: .receipt(.missing))],
        repairs: [])),
    .damage(
      DamageProblem(
        installations: [
          .init(
            tool: "ruff", version: "0.17.5",
            kind: .files([.init(path: "content/a", fault: .digest)], receipt: .changed)),
          .init(
            tool: "ruff", version: "0.17.4",
            kind: .files([], receipt: .unreadable(reason: "Permission denied"))),
        ],
        unanchored: [
          .init(tool: "node", version: "24.1.0", download: .missing, record: .rebuilt),
          .init(tool: "node", version: "24.0.0", download: .missing, record: nil),
          .init(
            tool: "deno", version: "2.0.0",
            download: .altered(path: "/home/me/.bootstrap/downloads/x"),
            record: .missing),
          .init(
            tool: "deno", version: "1.0.0",
            download: .unusable(.unknownFormat("7z", known: ["tar", "zip"])), record: nil),
          .init(
            tool: "uv", version: "0.9.0",
            download: .unreadable(
              path: "/home/me/.bootstrap/downloads/x", reason: "Permission denied"),
            record: .unreadable),
        ],
        repairs: [.here(groups: ["docs"])])),
  ]

  private static let source: [Problem] =
    [
      .sources([
        SourceProblem(
          source: "pyp", tool: "ruff", origin: .file("Toolfile", line: 3),
          fault: .declaration(.unknownSource(known: ["pypi", "directory"])))
      ])
    ]
    + ([
      .declaration(.unknownOption("pakage", known: ["package"])),
      .declaration(.unknownOption("system", known: ["package"])),
      .declaration(.badOption("package", expected: .packageName)),
      .declaration(.badAddress(.malformed("it has no host"))),
      .declaration(.conflictingOption("package", besides: "pypi")),
      .content(.noReleases),
      .content(.noVersion(wanted: "~> 9", existing: ["0.17.5", "0.17.4"])),
      .content(.machineTooOld(version: "0.17.5", requires: "glibc 2.34", has: "glibc 2.28")),
      .content(.noArtifact(version: "0.17.5", platform: .linuxX64, .sourceOnly)),
      .content(.noArtifact(version: "0.17.5", platform: .linuxX64, .pythonOnly)),
      .content(
        .noArtifact(
          version: "0.17.5", platform: .linuxX64,
          .requiresNewerMachine(requires: "glibc 2.34", limit: "glibc 2.28"))),
      .content(
        .noArtifact(version: "0.17.5", platform: .linuxX64, .otherMachines(["win_amd64"]))),
      .content(.noExecutables(version: "0.17.5", file: "ruff.whl")),
      .content(.reservedExecutables(version: "0.17.5", names: ["sh", "sudo"])),
      .content(.needsPython(version: "0.17.5", scripts: ["ruff"])),
      .content(.missingExecutables(version: "0.17.5", names: ["ruf"], found: ["ruff"])),
      .answer(
        .unreachable(
          address: "https://example.org/simple/ruff/", reason: "could not resolve host")),
      .answer(
        .stalled(address: "https://example.org/simple/ruff/", reason: "it sent nothing for 30 s")),
      .answer(.cut(address: "https://example.org/ruff.whl", received: 10, expected: 100)),
      .answer(
        .redirect(
          address: "https://example.org/", .insecure(to: "http://example.org/"))),
      .answer(.redirect(address: "https://example.org/", .tooMany(limit: 10))),
      .answer(
        .refused(
          address: "https://example.org/simple/ruff/", status: 401,
          advice: "set BOOTSTRAP_PYPI_INDEX to https://USER:PASSWORD@…")),
      .answer(.refused(address: "https://example.org/simple/ruff/", status: 403, advice: nil)),
      .answer(.refused(address: "https://example.org/simple/ruff/", status: 503, advice: nil)),
      .answer(.unreadable(address: "https://example.org/simple/ruff/", .empty)),
      .answer(.unreadable(address: "https://example.org/simple/ruff/", .contentType("text/plain"))),
      .answer(.unreadable(address: "https://example.org/simple/ruff/", .truncated(bytes: 12))),
      .answer(.unreadable(address: "https://example.org/simple/ruff/", .noFiles)),
      .answer(
        .unreadable(address: "https://example.org/simple/ruff/", .unexpectedJSON(offset: 12))),
      .answer(.unreadable(address: "https://example.org/simple/ruff/", .version("2.0"))),
      .answer(.tooLarge(address: "https://example.org/simple/ruff/", limit: 64_000_000)),
      .answer(.offline(address: "https://example.org/simple/ruff/")),
      .answer(.noFile(path: "/app/tools/index")),
      .answer(.wrongSize(address: "https://example.org/ruff.whl", expected: 100, actual: 99)),
      .answer(
        .wrongDigest(address: "https://example.org/ruff.whl", expected: "1f00", actual: "9c41")),
      .own(
        SourceFault(
          "bad-page", "the page of {subject} is truncated",
          [.requestOrigin, .detail(label: "at", ["line 2"])], exitCode: .corruptArtifact)),
    ] as [SourceProblem.Fault]).map { fault in
      .sources([
        SourceProblem(
          source: "pypi", tool: "ruff", package: "ruff", origin: .file("Toolfile", line: 3),
          fault: fault)
      ])
    }
    + ([
      .answer(.wrongSize(address: "https://example.org/ruff.whl", expected: 100, actual: 99)),
      .answer(
        .wrongDigest(address: "https://example.org/ruff.whl", expected: "1f00", actual: "9c41")),
    ] as [SourceProblem.Fault]).map { fault in
      .sources([SourceProblem(source: "pypi", tool: "ruff", version: "0.17.5", fault: fault)])
    }
    + ([
      .answer(.unreachable(address: "https://example.org/ruby", reason: "could not connect")),
      .answer(.offline(address: "https://example.org/ruby")),
    ] as [SourceProblem.Fault]).map { fault in
      .sources([
        SourceProblem(
          source: "github", tool: "ruby", origin: .tool(name: "lint", version: "1.0"),
          fault: fault)
      ])
    }

  private static let system: [Problem] = [
    .systemFacts([
      SystemFact(
        "git", requirement: ">= 2.40", origin: .file("Toolfile", line: 1, column: 1),
        program: "git", path: "/usr/bin/git", .unfit(version: "2.39.5"))
    ]),
    .systemFacts([
      SystemFact(
        "java", requirement: "", origin: .file("Toolfile", line: 1, column: 1), program: "java",
        path: nil, .missing),
      SystemFact(
        "xcode", requirement: ">= 16", origin: .file("Toolfile", line: 2, column: 1),
        program: "xcodebuild", path: "/usr/bin/xcodebuild",
        .unreadable(output: "xcode-select: error: tool 'xcodebuild' requires Xcode")),
      SystemFact(
        "docker", requirement: "", origin: .file("Toolfile", line: 3, column: 1),
        program: "docker", path: "/usr/bin/docker", .silent(seconds: 10)),
    ]),
    syntax(.hostPackage("make-", .apt)), syntax(.hostPackage("make=4.3", .apk)),
    syntax(.hostPackage("xcode", .mas)), syntax(.onceWithCheck), syntax(.inGroup(word: "hook")),
    syntax(.unknownStep("tool", known: ["hooks-path", "system", "host", "tools", "shell"])),
    syntax(.noVersionCommand("gti", known: ["git", "make"])),
    syntax(.hookCycle([HookPlace("a", line: 1), HookPlace("b", line: 3)])),
    .system(
      .call("open", path: "/app/x", code: 5, reason: "Input/output error", writing: false)),
    .system(
      .call("mkdir", path: "/app/x", code: 13, reason: "Permission denied", writing: true)),
    .system(
      .call("mkdir", path: "/app/x", code: 30, reason: "Read-only file system", writing: true)),
    .system(
      .call("open", path: "/app/x", code: 24, reason: "Too many open files", writing: false)),
    .system(.tooFewDescriptors(needed: 48)),
    .system(.diskFull(path: "/app/x")),
    .system(.noFilesLeft(path: "/app/x")),
    .system(.tooLarge(path: "/app/x")),
    .system(.otherFileSystem(source: "/data/staging", destination: "/data/installs")),
    .system(.lockHeld(path: "/data/lock", holder: "17 install")),
    .system(.lockHeld(path: "/data/lock", holder: "17 install\nlua 5.4.4")),
    .system(.lockHeld(path: "/data/lock", holder: "")),
    .system(.lockHeld(path: "/data/store.sqlite", holder: "17 (sqlite3)")),
    .system(
      .call("lock", path: "/data/lock", code: 37, reason: "No locks available", writing: false)),
    .system(.foreignFolder(path: "/data/staging", target: "../docs", owner: 0)),
    .system(.foreignFolder(path: "/data", target: nil, owner: 1001)),
    .system(.closedFolder("/data/installs", path: "/data/installs/ruff", writing: true)),
    .system(.closedFolder("/data/index", path: "/data/index/a", writing: false)),
    .system(.closedStore(path: "/data/store.sqlite", file: "/data/store.sqlite-shm")),
    .system(.newerStore(path: "/data/store.sqlite", found: 3, known: 2)),
    .system(
      .store(path: "/data/store.sqlite", code: 11, .sqlite("database disk image is malformed"))),
    .system(.store(path: "/", code: 0, .notAFile)),
    .system(.store(path: "/data/store.sqlite", code: 0, .foreignTables)),
    .system(.foreignFolder(path: "/data/config", target: nil, owner: 0, root: "/data")),
    .system(.closedFile(path: "/data/downloads/sha256/a")),
    .system(.noexec(path: "/data/installs", folder: "/data")),
    .system(.missingProgram(path: "/data/libexec/bootstrap-change")),
    .system(.internalFault("no plan")),
    .interrupted,
  ]
}
