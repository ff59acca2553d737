import Diagnostics
import Filesystem
import Manifests
import Testing
import Trust
import Vocabulary

@Suite struct `A policy` {
  private func policy(_ text: String, path: String = "policy") throws -> Policy {
    Policy([try PolicyFile(Array(text.utf8), path: path)])
  }

  /// Returns the faults of a policy with this text.
  private func faults(_ bytes: [UInt8]) -> [PolicyFault] {
    do throws(Problem) {
      _ = try PolicyFile(bytes, path: "policy")
      return []
    } catch {
      guard case .policy(.unusable(let faults)) = error else { return [] }
      return faults
    }
  }

  @Test func `has the syntax of the settings`() throws {
    let policy = try policy(
      """
      # the tools of the company
      allow-source github   pypi # both
      allow-source gem
      cooldown 3 days

      mirror https://example.org/ https://mirror.example.org/example/
      mirror * oci://registry.example.org/tools
      mirror-host storage.example.org
      mirror-only on
      """)
    #expect(
      policy.rules.map(\.line.text) == [
        "allow-source github pypi", "allow-source gem", "cooldown 3 days",
        "mirror https://example.org/ https://mirror.example.org/example/",
        "mirror * oci://registry.example.org/tools", "mirror-host storage.example.org",
        "mirror-only on",
      ])
    #expect(policy.rules.map(\.line.number) == [2, 3, 4, 6, 7, 8, 9])
    #expect(policy.mirrorRules.map(\.line.number) == [6, 7, 8, 9])
  }

  @Test(arguments: [
    ("", nil, "empty"), ("# nothing\n", nil, "empty"),
    ("allow-sources pypi", 1, "unknownWord"), ("Builds off", 1, "unknownWord"),
    ("builds", 1, "missingValue"), ("builds on", 1, "badValue"), ("builds off off", 1, "badValue"),
    ("allow-source", 1, "missingValue"), ("allow-source npm", 1, "badValue"),
    ("allow-host https://example.org", 1, "badValue"), ("allow-host *", 1, "badValue"),
    ("allow-host a..b", 1, "badValue"), ("allow-host example.org:", 1, "badValue"),
    ("allow-host example.org:x", 1, "badValue"), ("allow-host a:65536", 1, "badValue"),
    ("allow-host ex*mple.org", 1, "badValue"),
    ("allow-host me@example.org", 1, "badValue"), ("allow-host [::1", 1, "badValue"),
    ("allow-host \u{e4}.example", 1, "badValue"),
    ("allow-publisher acme", 1, "badValue"), ("allow-publisher github:acme", 1, "badValue"),
    ("allow-publisher github:*/x", 1, "badValue"),
    ("require-provenance proved", 1, "badValue"),
    ("builds off\ncooldown soon", 2, "badValue"),
    ("cooldown 3 days\ncooldown 1 day", 2, "repeated"),
    ("hooks off\n\nhooks off", 3, "repeated"),
    ("mirror example.org mirror.example", 1, "badValue"),
    ("mirror https://example.org/", 1, "badValue"), ("mirror *", 1, "badValue"),
    ("mirror https://example.org/ https://me:pw@mirror.example/", 1, "password"),
    ("mirror * https://me:pw@mirror.example/{sha256}", 1, "password"),
    ("mirror * oci://me:pw@mirror.example/tools", 1, "password"),
    ("mirror-host https://mirror.example/", 1, "badValue"), ("mirror-host a b", 1, "badValue"),
    ("mirror-only off", 1, "badValue"),
  ])
  func `is refused with a line that is not understood`(
    text: String, line: Int?, kind: String
  ) throws {
    let found = faults(Array(text.utf8))
    #expect(found.count == 1)
    #expect(found.first?.line == line)
    #expect(found.first.map { "\($0.kind)".prefix { $0 != "(" } == kind } == true, "\(found)")
  }

  @Test func `is refused with everything that is wrong`() {
    let found = faults(Array("alow-host a\nbuilds off\ncooldown x\n".utf8))
    #expect(found.map(\.line) == [1, 3])
    #expect(found.first?.kind == .unknownWord("alow-host", nearest: ["allow-host"]))
  }

  @Test func `is refused unless it is text`() {
    #expect(faults(Array("allow-source ".utf8) + [0xFF]).map(\.kind) == [.notUTF8])
  }

  @Test func `is refused if its directory is a file`() {
    do throws(Problem) {
      _ = try Policy.read(["/etc/passwd/policy"])
      Issue.record("a policy below a file was taken for none")
    } catch {
      let fault = PolicyFault(.notADirectory(path: "/etc/passwd"), in: "/etc/passwd/policy")
      #expect(error == .policy(.unusable([fault])))
    }
  }

  @Test func `is refused in a directory that other users share`() {
    do throws(Problem) {
      _ = try Policy.read(["/tmp/policy"])
      Issue.record("a policy in a shared directory was taken for none")
    } catch {
      let fault = PolicyFault(.inSharedDirectory(path: "/tmp"), in: "/tmp/policy")
      #expect(error == .policy(.unusable([fault])))
    }
  }

  @Test func `forbids what any of several files forbids`() throws {
    let both = Policy(
      try policy("allow-source github pypi\ncooldown 1 day\n", path: "one").files
        + policy("allow-source pypi gem\ncooldown 3 days\nbuilds off\n", path: "two").files)
    #expect(both.line(forbiddingSource: "pypi") == nil)
    #expect(both.line(forbiddingSource: "gem")?.path == "one")
    #expect(both.line(forbiddingSource: "github")?.path == "two")
    #expect(both.minimumCooldown?.value.seconds == 3 * 86_400)
    #expect(both.line(turningOff: .builds)?.number == 3)
    #expect(both.line(turningOff: .hooks) == nil)
    #expect(both.line(forbiddingHost: "example.org") == nil)
  }

  @Test func `allows the hosts of mirror-host, and leaves those of mirrors to the client`() throws {
    let policy = try policy(
      """
      allow-host example.org
      mirror https://example.org/ https://mirror.example:443/example/
      mirror * oci+http://registry.example:5000/tools https://files.example/{sha256}
      mirror-host storage.example:8443
      """)
    for host in ["example.org", "storage.example:8443"] {
      #expect(policy.line(forbiddingHost: host) == nil, "\(host)")
    }
    for host in [
      "other.example", "registry.example:5000", "files.example", "storage.example",
      "mirror.example",
    ] {
      #expect(policy.line(forbiddingHost: host)?.number == 1, "\(host)")
    }
    for address in ["https://example.org/a", "https://storage.example:8443/b"] {
      #expect(policy.line(forbiddingFileAt: address) == nil, "\(address)")
    }
    for address in ["https://mirror.example/a", "https://files.example/a"] {
      let forbidden = policy.line(forbiddingFileAt: address)
      #expect(forbidden?.line.number == 1, "\(address)")
      #expect(address.hasPrefix("https://\(forbidden?.host ?? "/")/"))
    }
    let judging = policy.judging { $0 == "https://mirror.example/a" }
    #expect(judging.line(forbiddingFileAt: "https://mirror.example/a") == nil)
    #expect(judging.line(forbiddingFileAt: "https://files.example/a") != nil)
  }

  @Test func `keeps other programs to the hosts of its mirrors`() throws {
    let policy = try policy(
      """
      allow-host example.org
      mirror-only on
      mirror https://example.org/ https://mirror.example/
      mirror-host git.example
      """)
    #expect(policy.restrictsHosts)
    #expect(policy.line(forbiddingHost: "example.org") == nil)
    #expect(policy.line(forbiddingHostOfOtherProgram: "example.org")?.number == 2)
    #expect(policy.line(forbiddingHostOfOtherProgram: "git.example") == nil)
    let hosts = try self.policy("allow-host example.org")
    #expect(hosts.line(forbiddingHostOfOtherProgram: "example.org") == nil)
    #expect(hosts.line(forbiddingHostOfOtherProgram: "git.example")?.number == 1)
    #expect(try self.policy("builds off").restrictsHosts == false)
  }

  @Test(arguments: [
    ("builds off", false), ("hooks off", false), ("allow-source pypi", false),
    ("cooldown 0 hours", false), ("require-provenance verified", false),
    ("allow-publisher github:acme/*", false), ("allow-host example.org", true),
    ("allow-registry https://tools.example/", true), ("require-provenance stated", true),
    ("cooldown 1 day", true), ("trust-on-first-use off", true), ("mirror-only on", true),
    ("mirror-host example.org", true),
    ("mirror https://example.org/ https://mirror.example/", true),
  ])
  func `depends on servers by some rules`(rule: String, depends: Bool) throws {
    #expect(try policy(rule).dependsOnServers == depends)
  }

  @Test func `lets only root change what it relies on`() throws {
    let folder = FilePath("/tmp/policy-\(UInt64.random(in: 0...UInt64.max))")
    try folder.makeDirectories()
    defer { try? folder.removeTree() }
    try folder.appending("file").replaceContents(with: "".utf8)
    try folder.appending("link").makeLink(to: "/etc/passwd")
    #expect(Policy.isProtected("/etc/passwd"))
    #expect(Policy.isProtected("/etc"))
    #expect(!Policy.isProtected(folder.appending("file")))
    #expect(!Policy.isProtected(folder.appending("link")))
    #expect(!Policy.isProtected("etc/passwd"))
    #expect(!Policy.isProtected("/etc/no-such-file"))
  }

  @Test func `demands a proof where it names publishers`() throws {
    let named = try policy("require-provenance stated\nallow-publisher github:acme/*\n")
    #expect(named.demandOnPublishers?.value == .verified)
    #expect(named.demandOnPublishers?.origin == .file("policy", line: 2))
    let stated = try policy("require-provenance stated\n")
    #expect(stated.demandOnPublishers?.value == .stated)
    #expect(Policy.none.demandOnPublishers == nil)
  }

  @Test(arguments: [
    ("example.org", "example.org", true), ("Example.ORG", "example.org", true),
    ("example.org", "sub.example.org", false), ("example.org", "example.org:8443", false),
    ("example.org:8443", "example.org:8443", true), ("*.example.org", "sub.example.org", true),
    ("*.example.org", "a.b.example.org", true), ("*.example.org", "example.org", false),
    ("*.example.org", "badexample.org", false), ("*.example.org", ".example.org", false),
    ("*.example.org", "sub.example.org.", false), ("*.example.org", "a..example.org", false),
    ("[::1]:80", "[::1]:80", true), ("127.0.0.1:80", "127.0.0.1:80", true),
  ])
  func `matches hosts`(pattern: String, host: String, isMatch: Bool) throws {
    #expect(try #require(HostPattern(pattern)).matches(host) == isMatch)
  }

  @Test(arguments: [
    ("github:acme/tool", true), ("github:Acme/Tool", true), ("github:acme/*", true),
    ("github:acme/tool workflow release.yml", true),
    ("github:acme/tool workflow other.yml", false), ("github:acme/other", false),
    ("github:acm/*", false), ("gitlab:acme/tool", false),
    ("github:acme/tool issuer https://token.acme.example", false),
  ])
  func `matches publishers`(pattern: String, isMatch: Bool) throws {
    let publisher = try #require(VerifiedPublisher("github", "acme/tool", workflow: "release.yml"))
    let pattern = try #require(PublisherPattern(pattern.split(separator: " ").map(String.init)))
    #expect(pattern.admits(publisher) == isMatch)
  }

  @Test func `trusts no other issuer with the name of a publisher`() throws {
    let issuer = "https://token.acme.example"
    let publisher = try #require(VerifiedPublisher("github", "acme/tool", issuer: issuer))
    #expect(try #require(PublisherPattern(["github:acme/tool"])).admits(publisher) == false)
    #expect(try #require(PublisherPattern(["github:acme/*"])).admits(publisher) == false)
    #expect(try #require(PublisherPattern(["github:acme/*", "issuer", issuer])).admits(publisher))
  }
}
