package import LoopbackServer
internal import Synchronization
internal import Vocabulary

/// A package index of sample wheels on a loopback server. It serves the files and their pages as
/// HTML (PEP 503) and JSON (PEP 691).
///
/// ```swift
/// let index = SimpleIndex(on: server)
/// index.publish(Wheel("ruff", "0.17.5", for: .host).program("ruff"))
/// … index.address …
/// ```
package final class SimpleIndex: Sendable {
  /// The form of a page.
  package enum Form: Sendable {
    /// JSON if the request accepts it, otherwise HTML.
    case negotiated
    case html, json
  }

  /// A published wheel, with the facts that the page states about it.
  package struct Release: Sendable {
    package let wheel: Wheel
    /// The bytes that the server sends: those of the wheel, unless ``replace(bytes:)`` was called.
    package private(set) var bytes: [UInt8]
    /// The reason for yanking the file, or `nil` if it was not yanked.
    package var yanked: String?
    /// The time of the upload, such as `2026-01-02T03:04:05Z`. Only JSON contains it.
    package var uploaded: String
    /// The SHA-256 on the page in hexadecimal, or `nil` if the page states none.
    package var digest: String?
    /// The size on the page in bytes, or `nil` if the page states none. Only JSON contains it.
    package var size: Int?
    /// The members of the publisher in the provenance object, as JSON, or `nil` if there is no such
    /// object. Only JSON refers to it.
    package var publisher: String?
    /// The attestations in the provenance object, as the elements of a JSON array.
    package var attestations = ""

    init(_ wheel: Wheel) {
      self.wheel = wheel
      let built = Self.build(wheel)
      bytes = built.bytes
      uploaded = "2026-01-02T03:04:05Z"
      digest = built.digest
      size = bytes.count
    }

    /// The wheels that have been built. Hundreds of sandboxes serve the same wheels, and building
    /// each of them again took a tenth of the total test time.
    private static let built = Mutex<[Wheel: (bytes: [UInt8], digest: String)]>([:])

    private static func build(_ wheel: Wheel) -> (bytes: [UInt8], digest: String) {
      if let known = built.withLock({ $0[wheel] }) { return known }
      let bytes = wheel.bytes
      let result = (bytes, SHA256Digest(of: bytes).hexadecimal)
      built.withLock { $0[wheel] = result }
      return result
    }

    /// Replaces the bytes that the server sends. The page states the digest and size of `bytes`.
    package mutating func replace(bytes: [UInt8]) {
      self.bytes = bytes
      digest = SHA256Digest(of: bytes).hexadecimal
      size = bytes.count
    }
  }

  package let server: LoopbackServer
  private let path: String
  private let form: Form
  /// The releases by the path of their page.
  private let releases = Mutex<[String: [Release]]>([:])

  /// Creates an empty index.
  ///
  /// - Parameter path: The path of the pages. Two indexes on one server need different paths.
  package init(on server: LoopbackServer, path: String = "/simple", form: Form = .negotiated) {
    self.server = server
    self.path = path
    self.form = form
  }

  /// The address of the index, such as `http://127.0.0.1:41231/simple/`.
  package var address: String { server.address(path + "/") }

  /// Publishes a wheel and its page. `change` can alter the release before it is published.
  ///
  /// - Returns: The published release.
  @discardableResult
  package func publish(
    _ wheel: Wheel, _ change: (inout Release) -> Void = { _ in }
  ) -> Release {
    var release = Release(wheel)
    change(&release)
    let page = "\(path)/\(Self.normal(wheel.name))/"
    releases.withLock { $0[page, default: []].append(release) }
    server.serve(
      filePath(of: wheel), .file(release.bytes, etag: SHA256Digest(of: release.bytes).hexadecimal))
    if let publisher = release.publisher {
      serveProvenance(of: wheel, by: publisher, attestations: release.attestations)
    }
    // The index retains the server, which retains this closure, so a strong reference to the
    // index would form a cycle.
    server.serve(page) { [weak self] request in self?.page(page, request) ?? .status(404) }
    return release
  }

  /// Serves the provenance object of a wheel (PEP 740). `publisher` and `attestations` are as in a
  /// ``Release``.
  package func serveProvenance(
    of wheel: Wheel, by publisher: String, attestations: String = ""
  ) {
    let text = """
      {"version": 1, "attestation_bundles": [{"publisher": {\(publisher), "claims": null},
       "attestations": [\(attestations)]}]}

      """
    server.serve(
      provenancePath(of: wheel),
      .file(
        Array(text.utf8), type: "application/vnd.pypi.integrity.v1+json",
        etag: SHA256Digest(of: text).hexadecimal))
  }

  /// Returns the path of the provenance object of a wheel.
  package func provenancePath(of wheel: Wheel) -> String {
    "\(path)-integrity/\(wheel.fileName)/provenance"
  }

  /// Publishes one wheel for each platform. Each contains a program that has the name of the
  /// package and prints its version.
  package func publish(
    _ name: String, _ version: String,
    for platforms: [SamplePlatform] = [.linuxX64, .linuxARM64, .macOSARM64, .macOSX64]
  ) {
    for platform in platforms {
      publish(Wheel(name, version, for: platform).program(name))
    }
  }

  /// Returns the path of the wheel on the server, for tests that script another response for it.
  package func filePath(of wheel: Wheel) -> String { "\(path)-files/\(wheel.fileName)" }

  /// Returns the page of a package in one form, for tests that script a variant of it.
  package func page(of name: String, as form: Form) -> ScriptedResponse {
    let releases = releases.withLock { $0["\(path)/\(Self.normal(name))/"] ?? [] }
    if form == .json {
      return .text(json(releases), type: "application/vnd.pypi.simple.v1+json")
    }
    return .text(html(releases), type: "text/html; charset=utf-8")
  }

  /// Returns the normal form of a package name (PEP 503): lowercase, with each run of `-`, `_`,
  /// and `.` replaced by one hyphen.
  private static func normal(_ name: String) -> String {
    name.lowercased().split { "-_.".contains($0) }.joined(separator: "-")
  }

  /// Returns the response to a request for the page at the path `page`.
  private func page(_ page: String, _ request: ReceivedRequest) -> ScriptedResponse {
    let releases = releases.withLock { $0[page] ?? [] }
    let wantsJSON = request.headers["accept"]?.contains("application/vnd.pypi.simple.v1+json")
    if form == .json || form == .negotiated && wantsJSON == true {
      let text = json(releases)
      return .file(
        Array(text.utf8), type: "application/vnd.pypi.simple.v1+json",
        etag: SHA256Digest(of: text).hexadecimal)
    }
    let text = html(releases)
    return .file(
      Array(text.utf8), type: "text/html; charset=utf-8",
      etag: SHA256Digest(of: text).hexadecimal)
  }

  /// Returns the JSON form of a page (PEP 691).
  private func json(_ releases: [Release]) -> String {
    let files = releases.map { release in
      var members = [
        #""filename": "\#(release.wheel.fileName)""#,
        #""url": "\#(filePath(of: release.wheel))""#,
        #""hashes": {\#(release.digest.map { "\"sha256\": \"\($0)\"" } ?? "")}"#,
        #""upload-time": "\#(release.uploaded)""#,
        #""yanked": \#(release.yanked.map { "\"\($0)\"" } ?? "false")"#,
      ]
      if let size = release.size { members.append(#""size": \#(size)"#) }
      let provenance = release.publisher.map { _ in "\"\(provenancePath(of: release.wheel))\"" }
      members.append(#""provenance": \#(provenance ?? "null")"#)
      if let python = release.wheel.requiresPython {
        members.append(#""requires-python": "\#(python)""#)
      }
      return "    {" + members.joined(separator: ", ") + "}"
    }
    return """
      {
        "meta": {"api-version": "1.1"},
        "name": "\(releases.first?.wheel.name ?? "")",
        "files": [
      \(files.joined(separator: ",\n"))
        ]
      }

      """
  }

  /// Returns the HTML form of a page (PEP 503).
  private func html(_ releases: [Release]) -> String {
    let links = releases.map { release in
      let fragment = release.digest.map { "#sha256=\($0)" } ?? ""
      let yanked = release.yanked.map { " data-yanked=\"\($0)\"" } ?? ""
      let python =
        release.wheel.requiresPython.map {
          let escaped = $0.replacing(">", with: "&gt;").replacing("<", with: "&lt;")
          return " data-requires-python=\"\(escaped)\""
        } ?? ""
      let file = release.wheel.fileName
      return
        "<a href=\"\(filePath(of: release.wheel))\(fragment)\"\(python)\(yanked)>\(file)</a><br>"
    }
    return """
      <!DOCTYPE html>
      <html>
        <head><meta name="pypi:repository-version" content="1.1"><title>Links</title></head>
        <body>
      \(links.joined(separator: "\n"))
        </body>
      </html>

      """
  }
}
