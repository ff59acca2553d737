import Diagnostics
import Foundation
import Testing
import Vocabulary

@testable import Transport

@Suite struct MirrorRulesTests {
  /// Creates the rules in these lines.
  private func rules(_ lines: String...) throws -> MirrorRules {
    try MirrorRules(
      lines.enumerated().map { index, line in
        let words = line.split(separator: " ").map(String.init)
        return .init(words[0], Array(words.dropFirst()), .user(.file("config", line: index + 1)))
      })
  }

  /// Creates the rules in these lines of a policy and of `config`.
  private func rules(policy: [String], user: [String]) throws -> MirrorRules {
    func entry(_ line: String, _ authority: MirrorAuthority) -> MirrorRules.Entry {
      let words = line.split(separator: " ").map(String.init)
      return .init(words[0], Array(words.dropFirst()), authority)
    }
    return try MirrorRules(
      policy.enumerated().map { index, line in
        entry(line, .policy(PolicyLine(path: "policy", number: index + 1, text: line)))
      } + user.map { entry($0, .user(.file("config", line: 1))) })
  }

  /// Returns the address that is asked for `text`.
  private func asked(_ text: String, _ rules: MirrorRules) throws -> String {
    try rules.request(for: HTTPRequest(try WebAddress(text))).address.text
  }

  @Test(arguments: [
    ("https://host.example/", "https://m.example/host/"),
    ("https://HOST.example/a?b=c", "https://m.example/host/a?b=c"),
    ("https://host.example:443/a", "https://m.example/host/a"),
    ("https://host.example/deep/a", "https://deep.example/a"),
    ("https://host.example/deep", "https://deep.example"),
    ("https://host.example/deeper", "https://m.example/host/deeper"),
    ("https://host.example/x/../deep/a", "https://deep.example/a"),
    ("http://host.example/a", "http://host.example/a"),
    ("https://host.example:8443/a", "https://host.example:8443/a"),
    ("https://host.example.org/a", "https://host.example.org/a"),
  ])
  func `an address is rewritten at a boundary of the path, by the longest rule`(
    _ wanted: String, _ mirror: String
  ) throws {
    let rules = try self.rules(
      "mirror https://host.example/deep/ https://deep.example",
      "mirror https://host.example https://m.example/host")
    #expect(try asked(wanted, rules) == (try WebAddress(mirror).text))
  }

  @Test func `the later of two rules for an address applies`() throws {
    let rules = try self.rules(
      "mirror https://host.example/ https://a.example/",
      "mirror https://host.example https://b.example/")
    #expect(try asked("https://host.example/x", rules) == "https://b.example/x")
  }

  @Test func `an address on a mirror is not rewritten`() throws {
    let rules = try self.rules("mirror https://host.example/ https://host.example/mirror/")
    #expect(try asked("https://host.example/a", rules) == "https://host.example/mirror/a")
    #expect(
      try asked("https://host.example/mirror/a", rules) == "https://host.example/mirror/a")
  }

  @Test func `with mirror-only, the wanted address and the line are named`() throws {
    let rules = try self.rules(
      "mirror https://host.example/ https://m.example/", "mirror-only on",
      "mirror-host storage.example:8443")
    #expect(try asked("https://host.example/a", rules) == "https://m.example/a")
    #expect(try asked("https://m.example/b", rules) == "https://m.example/b")
    #expect(try asked("https://storage.example:8443/", rules) == "https://storage.example:8443/")
    for other in ["https://other.example/a", "https://storage.example/"] {
      let address = try WebAddress(other)
      #expect(
        throws: TransportError.unmirrored(
          address, .user(.file("config", line: 2)), asked: [])
      ) { try rules.request(for: HTTPRequest(address)) }
    }
  }

  @Test func `a rule of the policy takes precedence over a longer one of the user`() throws {
    let rules = try rules(
      policy: ["mirror https://host.example/ https://m.example/"],
      user: [
        "mirror https://host.example/deep/ https://user.example/",
        "mirror https://other.example/ https://user.example/other/",
        // A mirror at the public address suspends the user's rules alone.
        "mirror https://unused.example/ https://host.example/",
      ])
    #expect(try asked("https://host.example/deep/a", rules) == "https://m.example/deep/a")
    #expect(try asked("https://other.example/a", rules) == "https://user.example/other/a")
  }

  @Test func `a mirror by digest of the policy takes precedence over those of the user`() throws {
    let rules = try rules(
      policy: ["mirror * oci://m.example/tools"],
      user: ["mirror * https://user.example/{sha256}"])
    let requests = rules.requests(for: SHA256Digest(of: ""), wantedAt: nil)
    #expect(requests.map(\.address.site.host) == ["m.example"])
    #expect(requests.map(\.address.original) == [nil])
  }

  @Test(arguments: [
    ("https://m.example/pypi/files/a.whl#x", "https://host.example/files/a.whl"),
    ("/pypi/files/a.whl", "https://host.example/files/a.whl"),
    ("../../files/a.whl", "https://host.example/files/a.whl"),
    ("a.whl", "https://host.example/simple/a/a.whl"),
    ("https://u:p@m.example/storage/a.whl", "https://files.example/a.whl"),
    ("https://host.example/files/a.whl", "https://host.example/files/a.whl"),
    ("https://other.example/a.whl", "https://other.example/a.whl"),
    ("/elsewhere/a.whl", "https://m.example/elsewhere/a.whl"),
  ])
  func `a link on the page of a mirror leads to a public address`(
    _ link: String, _ target: String
  ) throws {
    let rules = try self.rules(
      "mirror https://host.example/ https://m.example/pypi",
      "mirror https://files.example/ https://m.example/storage/")
    let page = try WebAddress("https://host.example/simple/a/")
    let parts = try rules.parts(ofReference: link, onPageAt: page)
    #expect(parts.address.text == target)
    #expect(parts.credentials == nil)
  }

  @Test func `a mirror by digest of the user does not replace a mirror of the policy`() throws {
    let rules = try rules(
      policy: ["mirror https://host.example/ https://m.example/"],
      user: ["mirror * https://user.example/{sha256}"])
    let digest = SHA256Digest(of: "")
    let covered = try WebAddress("https://host.example/a")
    #expect(rules.requests(for: digest, wantedAt: covered).isEmpty)
    let other = try WebAddress("https://other.example/a")
    #expect(rules.requests(for: digest, wantedAt: other).count == 1)
  }

  @Test(arguments: [
    "https://host.example//simple/a", "https://host.example/%73imple/a",
    "https://host.example/x/.%2e/simple/a", "https://host.example/x/%2E%2e/simple//a",
  ])
  func `another spelling of an address has the same mirror`(_ wanted: String) throws {
    let rules = try self.rules("mirror https://host.example/simple/ https://m.example/s")
    #expect(try asked(wanted, rules) == "https://m.example/s/a")
  }

  @Test func `no spelling of an address makes it one of a mirror`() throws {
    let rules = try rules(
      policy: ["mirror https://host.example/ https://host.example/mirror/"], user: [])
    #expect(
      try asked("https://host.example/mirror/.%2e/a", rules) == "https://host.example/mirror/a")
  }

  @Test func `no setting adds a server to the mirrors that a policy permits alone`() throws {
    let rules = try rules(
      policy: ["mirror https://host.example/ https://m.example/", "mirror-only on"],
      user: [
        "mirror-only off", "mirror https://host.example/deep/ https://user.example/",
        "mirror https://other.example/ https://user.example/", "mirror-host other.example",
        "mirror * https://user.example/{sha256}",
      ])
    #expect(try asked("https://host.example/deep/a", rules) == "https://m.example/deep/a")
    #expect(rules.requests(for: SHA256Digest(of: ""), wantedAt: nil).isEmpty)
    let line = PolicyLine(path: "policy", number: 2, text: "mirror-only on")
    for other in ["https://other.example/a", "https://user.example/a"] {
      let address = try WebAddress(other)
      var request = HTTPRequest(address)
      for isDirect in [false, true] {
        request.isDirect = isDirect
        #expect(throws: TransportError.unmirrored(address, .policy(line), asked: [])) {
          try rules.request(for: request)
        }
      }
      let mirror = try WebAddress("https://m.example/")
      #expect(throws: TransportError.redirect(.foreign(to: address, line), from: mirror)) {
        try rules.address(ofRedirect: address, from: mirror)
      }
    }
  }

  @Test(arguments: [
    ("https://m.example/host/a", true), ("https://m.example/hosts/a", false),
    ("https://m.example/host/../a", false), ("https://m.example/host/%2e%2e/a", false),
    ("https://m.example/host/..%2F..%2Fprivate/a", false),
    ("https://m.example/host/a%5c%2e%2E%5Cprivate", false),
    ("https://m.example/host/..;/private/a", false), ("https://m.example/host/..%3Ba/b", false),
    ("https://m.example/host/@scope%2Fname", true), ("https://m.example/host/a..;b", true),
    ("https://registry.example/v2/team/tools/..%2Fother/blobs/a", false),
    ("https://registry.example/v2/team/tools/blobs/a", true),
    ("https://registry.example/v2/team/tools/manifests/a", true),
    ("https://registry.example/v2/team/tools/more/blobs/a", false),
    ("https://registry.example/v2/team/tools-2/blobs/a", false),
    ("https://registry.example/v2/", false), ("https://registry.example/token", false),
    ("https://files.example/a/\(String(repeating: "7", count: 64))?x=1", true),
    ("https://files.example/a/\(String(repeating: "7", count: 64))?x=2", false),
    ("https://files.example/a/\(String(repeating: "7", count: 63))/?x=1", false),
    ("https://files.example/b?x=1", false), ("https://storage.example/a", true),
  ])
  func `a mirror is its addresses, and not its host`(_ text: String, _ isKnown: Bool) throws {
    let lines = [
      "mirror https://host.example/ https://m.example/host/",
      "mirror * oci://registry.example/team/tools https://files.example/a/{sha256}?x=1",
      "mirror-host storage.example", "mirror-only on",
    ]
    let address = try WebAddress(text)
    let rules = try rules(policy: lines, user: [])
    #expect(rules.isKnown(address) == isKnown)
    #expect(rules.isOfPolicy(address) == isKnown)
    #expect(try self.rules(policy: [], user: lines).isKnown(address) == isKnown)
    #expect((rules.policyLine(forbidding: address) == nil) == isKnown)
  }

  @Test func `the policy is named before a setting that also permits only mirrors`() throws {
    let rules = try rules(policy: ["mirror-only on"], user: ["mirror-only on"])
    #expect(rules.onlyRule?.policyLine?.number == 1)
    let own = try self.rules("mirror-only on")
    #expect(own.onlyRule == .user(.file("config", line: 1)))
  }

  @Test func `another server gets neither headers nor credentials`() throws {
    let rules = try self.rules("mirror https://host.example/ https://me:pw@m.example/")
    let wanted = try WebAddress("https://host.example/a")
    var request = HTTPRequest(wanted)
    request.accept = "text/html"
    request.headers = [.init("Authorization", "Bearer public")]
    request.credentials = Credentials(user: "public", password: "token", site: wanted.site)
    let mirrored = try rules.request(for: request)
    #expect(mirrored.address.original == "https://host.example/a")
    #expect(mirrored.headers.isEmpty)
    #expect(mirrored.accept == "text/html")
    #expect(mirrored.credentials?.user == "me")
    #expect(mirrored.credentials?.site == mirrored.address.site)
  }

  @Test(arguments: [
    "mirror", "mirror https://host.example/", "mirror host.example https://m.example/",
    "mirror https://host.example/ https://m.example/?a",
    "mirror https://u:p@host.example/ https://m/",
    "mirror https://host.example/ http://u:p@m.example/", "mirror * http://u:p@m.example/{sha256}",
    "mirror https://host.example/ https://a.example/ https://b.example/",
    "mirror https://host.example/ oci://m.example/tools", "mirror *", "mirror * https://m.example/",
    "mirror * oci://m.example", "mirror * oci://m.example/Tools", "mirror * oci://m.example/a//b",
    "mirror * oci://u:p@m.example/tools", "mirror * https://{sha256}.example/", "mirror-only yes",
    "mirror * https://m.example/v0{sha256}", "mirror * https://m.example/{sha256}{sha256}",
    "mirror-only", "mirror-host https://m.example/", "mirror-host a b", "mirror-host m.example/a",
    "credential-helper m.example", "credential-helper m.example ../x",
  ])
  func `a line of another form is an error`(_ line: String) throws {
    let error = #expect(throws: MirrorRules.Entry.self) { try rules("jobs 3", line) }
    #expect(error?.authority.origin == .file("config", line: 2))
  }

  @Test func `a file is asked for by its digest, at each mirror in turn`() throws {
    let rules = try self.rules(
      "mirror * oci://m.example/team/tools https://me:pw@files.example/a/{sha256}?x=1",
      "mirror * oci+http://127.0.0.1:5000/tools")
    let digest = SHA256Digest(of: "")
    let wanted = try WebAddress("https://host.example/a.tar.gz")
    let requests = rules.requests(for: digest, wantedAt: wanted)
    #expect(
      requests.map(\.address.text) == [
        "https://m.example/v2/team/tools/blobs/sha256:\(digest.hexadecimal)",
        "https://files.example/a/\(digest.hexadecimal)?x=1",
        "http://127.0.0.1:5000/v2/tools/blobs/sha256:\(digest.hexadecimal)",
      ])
    #expect(requests.allSatisfy { $0.address.original == wanted.text })
    #expect(requests.map { $0.credentials?.user } == [nil, "me", nil])
  }

  @Test(arguments: [
    (#"Bearer realm="https://a.example/token",service="reg, \"x\"",scope="repository:a:pull""#, 1),
    (#"Basic realm="x", Bearer realm="https://a.example/token", service=reg"#, 2),
    ("Negotiate", 1), ("", 0), ("=,==", 0), (#"Bearer realm="open"#, 1),
  ])
  func `the challenges of a registry are read`(_ header: String, _ count: Int) {
    let challenges = RegistryChallenge.all(in: [header])
    #expect(challenges.count == count)
    if header.contains("a.example") {
      #expect(challenges.last?.scheme == "bearer")
      #expect(challenges.last?.parameters["realm"] == "https://a.example/token")
    }
    if header.contains("scope") {
      #expect(challenges.last?.parameters["service"] == #"reg, "x""#)
      #expect(challenges.last?.parameters["scope"] == "repository:a:pull")
    }
  }
}
