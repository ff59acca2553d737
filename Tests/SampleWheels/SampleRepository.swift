internal import Foundation
package import LoopbackServer
internal import Vocabulary

/// A repository with releases, on a server that answers as GitHub's API does.
package final class SampleRepository: Sendable {
  /// A release. Publishing it uploads its files.
  package struct Release: Sendable {
    package var tag: String
    package var assets: [Asset]
    package var isDraft = false
    package var isPrerelease = false
    package var isImmutable = false
    /// The workflow that attests all files, or `nil` if none does. A release of another repository
    /// states its name in ``builder``.
    package var workflow: String?
    /// The repository of the workflow, or `nil` if it is that of the release.
    package var builder: String?
    package var published = "2026-01-02T03:04:05Z"

    package init(_ tag: String, _ assets: [Asset] = []) {
      self.tag = tag
      self.assets = assets
    }
  }

  /// A file of a release.
  package struct Asset: Sendable {
    package var name: String
    package var bytes: [UInt8]
    /// The digest that the API states: `nil` for that of the bytes, or empty for none.
    package var digest: String?
    package var state = "uploaded"
    package var changed = "2026-01-02T03:04:05Z"

    package init(_ name: String, _ bytes: [UInt8] = [], digest: String? = nil) {
      self.name = name
      self.bytes = bytes
      self.digest = digest
    }

    /// Creates an archive with the program `tool` for a platform.
    package init(_ name: String, _ tool: String, _ version: String, for platform: SamplePlatform) {
      let script = NativeProgram.printing(tool, version)
      let program = NativeProgram.bytes(for: platform, script: script)
      var archive = TarWriter()
      archive.add("\(tool)-\(version)/\(tool)", program, isExecutable: true)
      self.init(name, archive.gzipBytes)
    }
  }

  private let server: LoopbackServer
  private let name: String
  /// The server that stores the files of a private repository, or `nil` if the repository is
  /// public.
  private let storage: LoopbackServer?

  /// The token that may read a private repository.
  package static let token = "s3cret"
  /// The user who may read it with the token as a password.
  package static let user = "me"

  /// Creates a repository without releases.
  ///
  /// - Parameters:
  ///   - name: The name with the owner.
  ///   - server: The server of the API.
  ///   - storage: Another server for the files, which makes the repository private. It refuses
  ///     requests with a token, as GitHub's storage does.
  package init(_ name: String, on server: LoopbackServer, storage: LoopbackServer? = nil) {
    self.server = server
    self.name = name
    self.storage = storage
  }

  /// The path of the API.
  package static let apiPath = "/api/v3"

  /// Returns the path of a page of at most `size` releases.
  package func path(ofPage number: Int, of size: Int = 100) -> String {
    "\(Self.apiPath)/repos/\(name)/releases?per_page=\(size)&page=\(number)"
  }

  /// Returns the path of a file.
  package func path(of asset: String, tag: String) -> String {
    "/\(name)/releases/download/\(tag.replacing("/", with: "%2F"))/\(asset)"
  }

  /// Returns the path of a file in the API.
  package func apiPath(of asset: Asset, tag: String) -> String {
    "\(Self.apiPath)/repos/\(name)/releases/assets/\(id(of: asset, tag: tag))"
  }

  /// Publishes releases, newest first, in place of all earlier ones.
  ///
  /// - Parameters:
  ///   - releases: The releases.
  ///   - pageSize: The number of releases on each page.
  ///   - perPage: The number of releases for which requests ask with `per_page`.
  package func publish(_ releases: [Release], pageSize: Int = 100, perPage: Int = 100) {
    let starts = Array(stride(from: 0, to: max(1, releases.count), by: pageSize))
    for (index, start) in starts.enumerated() {
      let page = releases[start..<min(start + pageSize, releases.count)]
      let json = page.enumerated().map { self.json($0.element, id: start + $0.offset + 1) }
      let body = "[\(json.joined(separator: ","))]"
      let digest = SHA256Digest(of: Array(body.utf8)).hexadecimal
      var reply = ScriptedResponse.file(
        Array(body.utf8), type: "application/json; charset=utf-8", etag: String(digest.prefix(16)))
      if index + 1 < starts.count {
        let next = server.address(path(ofPage: index + 2, of: perPage))
        reply = reply.header("Link", "<\(next)>; rel=\"next\", <\(next)>; rel=\"last\"")
      }
      serve(path(ofPage: index + 1, of: perPage), reply)
    }
    if !server.serves("\(Self.apiPath)/repos/\(name)") { describe("null") }
    for release in releases {
      for asset in release.assets { serve(asset, tag: release.tag) }
      guard let workflow = release.workflow else { continue }
      for asset in release.assets {
        attest(release.assets, for: asset, by: workflow, of: release.builder ?? name)
      }
    }
  }

  /// Publishes what the API says about the repository itself.
  ///
  /// - Parameters:
  ///   - description: The description as JSON, such as `null` or a quoted string.
  ///   - homepage: The address of the project, or empty if it has none.
  ///   - name: The name that the repository has now, or `nil` for its own.
  package func describe(_ description: String, homepage: String = "", name: String? = nil) {
    let name = name ?? self.name
    let body = """
      {"id":1,"full_name":"\(name)","private":\(storage != nil),
      "html_url":"\(server.address("/" + name))",
      "description":\(description),"owner":{"login":"acme","html_url":"https://example.org"},
      "homepage":"\(homepage)","topics":["cli"]}
      """
    serve(
      "\(Self.apiPath)/repos/\(self.name)",
      .file(
        Array(body.utf8), type: "application/json; charset=utf-8",
        etag: SHA256Digest(of: Array(body.utf8)).hexadecimal))
  }

  /// Returns the path of the attestations of a file.
  package func path(ofAttestationsFor asset: Asset) -> String {
    "\(Self.apiPath)/repos/\(name)/attestations/\(SHA256Digest(of: asset.bytes))"
      + "?per_page=100&predicate_type=provenance"
  }

  /// Serves an attestation of files, as the answer to a request for those of one of them.
  package func attest(
    _ subjects: [Asset], for asset: Asset, by workflow: String, of builder: String
  ) {
    let names = subjects.map { subject in
      """
      {"name":"\(subject.name)",
       "digest":{"sha256":"\(SHA256Digest(of: subject.bytes).hexadecimal)"}}
      """
    }
    let statement = """
      {"_type":"https://in-toto.io/Statement/v1","subject":[\(names.joined(separator: ","))],
       "predicateType":"https://slsa.dev/provenance/v1","predicate":{"buildDefinition":{
       "buildType":"https://actions.github.io/buildtypes/workflow/v1","externalParameters":{
       "workflow":{"ref":"refs/heads/main","repository":"\(server.address("/" + builder))",
       "path":".github/workflows/\(workflow)"}}},"runDetails":{}}}
      """
    let payload = Data(statement.utf8).base64EncodedString()
    let body = """
      {"attestations":[{"bundle":{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json",
       "verificationMaterial":{"certificate":{"rawBytes":"MIIG"}},"dsseEnvelope":{
       "payload":"\(payload)","payloadType":"application/vnd.in-toto+json",
       "signatures":[{"sig":"MEQC"}]}},"repository_id":1,"initiator":"user"}]}
      """
    serve(
      path(ofAttestationsFor: asset),
      .file(
        Array(body.utf8), type: "application/json; charset=utf-8",
        etag: SHA256Digest(of: Array(body.utf8)).hexadecimal))
  }

  /// Serves a file in the API, and at its usual address unless the repository is private.
  private func serve(_ asset: Asset, tag: String) {
    let description = ScriptedResponse.text(
      json(asset, Release(tag)), type: "application/json; charset=utf-8")
    let path = path(of: asset.name, tag: tag)
    let stored = storage == nil ? path : "/stored/\(id(of: asset, tag: tag))?signature=abc"
    let target = (storage ?? server).address(stored)
    let file = ScriptedResponse.file(asset.bytes, etag: "1")
    serve(apiPath(of: asset, tag: tag), description) { request in
      request.headers["accept"] == "application/octet-stream" ? .redirect(to: target) : nil
    }
    if let storage {
      storage.serve(stored) { $0.headers["authorization"] == nil ? file : .status(400) }
    } else {
      server.serve(path, file)
    }
  }

  /// Serves a path of the API. A private repository answers 404 unless the request has the token.
  private func serve(
    _ path: String, _ reply: ScriptedResponse,
    _ special: @escaping @Sendable (ReceivedRequest) -> ScriptedResponse? = { _ in nil }
  ) {
    let password = Data("\(Self.user):\(Self.token)".utf8).base64EncodedString()
    let permitted = storage == nil ? nil : ["Bearer \(Self.token)", "Basic \(password)"]
    server.serve(path) { request in
      if let permitted, !permitted.contains(request.headers["authorization"] ?? "") {
        return .status(404)
      }
      return special(request) ?? reply
    }
  }

  /// Returns the number of a file, which changes with its contents, as on GitHub.
  private func id(of asset: Asset, tag: String) -> Int {
    let digest = SHA256Digest(of: Array("\(tag)/\(asset.name)".utf8) + asset.bytes)
    return Int(digest.hexadecimal.prefix(8), radix: 16) ?? 0
  }

  private func json(_ release: Release, id: Int) -> String {
    """
    {"url":"\(server.address(Self.apiPath))/repos/\(name)/releases/\(id)","id":\(id),
    "author":{"login":"octocat","id":1},"tag_name":"\(release.tag)","name":null,
    "draft":\(release.isDraft),"immutable":\(release.isImmutable),
    "prerelease":\(release.isPrerelease),
    "created_at":"2026-01-01T00:00:00Z","published_at":"\(release.published)",
    "assets":[\(release.assets.map { json($0, release) }.joined(separator: ","))],"body":"Notes"}
    """
  }

  private func json(_ asset: Asset, _ release: Release) -> String {
    let digest = asset.digest ?? SHA256Digest(of: asset.bytes).description
    return """
      {"id":\(id(of: asset, tag: release.tag)),"name":"\(asset.name)",
      "label":"","uploader":{"login":"octocat"},
      "content_type":"application/octet-stream","state":"\(asset.state)",
      "size":\(asset.bytes.count),"digest":\(digest.isEmpty ? "null" : "\"\(digest)\""),
      "created_at":"\(asset.changed)","updated_at":"\(asset.changed)",
      "browser_download_url":"\(server.address(path(of: asset.name, tag: release.tag)))"}
      """
  }
}
