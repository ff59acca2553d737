package import LoopbackServer
internal import Synchronization
internal import Vocabulary

/// An index of sample gems on a loopback server: the pages of a compact index, and the files.
///
/// ```swift
/// let index = GemServer(on: server)
/// index.publish(SampleGem("rake", "13.0.6"))
/// … index.address …
/// ```
package final class GemServer: Sendable {
  /// A published gem, with the facts that its line in the index states.
  package struct Release: Sendable {
    package let gem: SampleGem
    /// The bytes that the server sends.
    package private(set) var bytes: [UInt8]
    /// The SHA-256 in the index in hexadecimal, or `nil` if the index states none.
    package var digest: String?
    /// The time of the release, such as `2026-01-02T03:04:05Z`, or `nil` if the index states none.
    package var created: String?

    init(_ gem: SampleGem) {
      self.gem = gem
      bytes = gem.bytes
      digest = SHA256Digest(of: bytes).hexadecimal
      created = "2026-01-02T03:04:05Z"
    }

    /// Replaces the bytes that the server sends. The index states the digest of `bytes`.
    package mutating func replace(bytes: [UInt8]) {
      self.bytes = bytes
      digest = SHA256Digest(of: bytes).hexadecimal
    }
  }

  package let server: LoopbackServer
  private let path: String

  /// The releases by the name of the gem, in the order in which they were published.
  private let releases = Mutex<[String: [Release]]>([:])

  /// Creates an empty index.
  ///
  /// - Parameter path: The path of the pages. Two indexes on one server need different paths.
  package init(on server: LoopbackServer, path: String = "/gems") {
    self.server = server
    self.path = path
    for page in ["versions", "names"] {
      server.serve("\(path)/\(page)") { [weak self] _ in
        guard let self else { return .status(404) }
        return Self.answer(page == "names" ? names : versions)
      }
    }
  }

  /// The address of the index, such as `http://127.0.0.1:41231/gems/`.
  package var address: String { server.address(path + "/") }

  /// Publishes a gem. `change` can alter the release before it is published.
  package func publish(_ gem: SampleGem, _ change: (inout Release) -> Void = { _ in }) {
    var release = Release(gem)
    change(&release)
    releases.withLock { $0[gem.name, default: []].append(release) }
    server.serve(
      filePath(of: gem), .file(release.bytes, etag: SHA256Digest(of: release.bytes).hexadecimal))
    // The index retains the server, which retains this closure, so a strong reference to the
    // index would form a cycle.
    server.serve("\(path)/info/\(gem.name)") { [weak self] _ in
      guard let self else { return .status(404) }
      return Self.answer(info(of: gem.name))
    }
  }

  /// Removes a version from the pages, as yanking does. Its file stays on the server.
  package func yank(_ name: String, _ version: String) {
    releases.withLock { $0[name]?.removeAll { $0.gem.version == version } }
  }

  /// Returns the path of a gem on the server, for tests that script another response for it.
  package func filePath(of gem: SampleGem) -> String { "\(path)/gems/\(gem.fileName)" }

  /// Returns the page of a gem, for tests that script a variant of it.
  package func info(of name: String) -> String {
    let releases = releases.withLock { $0[name] ?? [] }
    return "---\n" + releases.map(Self.line(of:)).joined()
  }

  /// The page of all names.
  package var names: String {
    "---\n" + releases.withLock { $0.keys.sorted() }.map { "\($0)\n" }.joined()
  }

  /// The page of all versions, with the MD5 of the page of each gem.
  package var versions: String {
    let all = releases.withLock { $0 }
    let lines = all.sorted { $0.key < $1.key }.map { name, releases in
      let versions = releases.map(\.gem.versionAndPlatform).joined(separator: ",")
      return "\(name) \(versions) \(MD5.hexadecimal(of: Array(info(of: name).utf8)))\n"
    }
    return "created_at: 2026-01-02T03:04:05Z\n---\n" + lines.joined()
  }

  private static func line(of release: Release) -> String {
    let gem = release.gem
    let dependencies = gem.dependencies.map { "\($0.name):\(clauses($0.requirement))" }
    let conditions = [
      release.digest.map { "checksum:\($0)" }, gem.ruby.map { "ruby:\(clauses($0))" },
      gem.rubygems.map { "rubygems:\(clauses($0))" }, release.created.map { "created_at:\($0)" },
    ].compactMap(\.self)
    return "\(gem.versionAndPlatform) \(dependencies.joined(separator: ","))"
      + "|\(conditions.joined(separator: ","))\n"
  }

  /// Returns a requirement with `&` between its clauses.
  private static func clauses(_ requirement: String) -> String {
    let texts = requirement.split(separator: ",").map { String($0.drop { $0 == " " }) }
    return texts.isEmpty ? ">= 0" : texts.joined(separator: "&")
  }

  private static func answer(_ page: String) -> ScriptedResponse {
    let digest = SHA256Digest(of: page)
    return ScriptedResponse.file(Array(page.utf8), type: "text/plain", etag: digest.hexadecimal)
      .stating(sha256: digest.bytes)
  }
}
