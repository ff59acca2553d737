package import LoopbackServer
internal import Manifests
internal import Synchronization

/// A package index of sample wheels on a loopback server: pages by name as HTML (PEP 503) and JSON (PEP 691), and the files.
///
/// ```swift
/// let index = SimpleIndex(on: server)
/// index.publish(Wheel("ruff", "0.17.5", for: .host).program("ruff"))
/// … index.address …
/// ```
package final class SimpleIndex: Sendable {
  /// Which form a page has.
  package enum Form: Sendable {
    /// JSON where the request accepts it, else HTML.
    case negotiated
    case html, json
  }

  /// A wheel on a page, with what the page says of it.
  package struct Release: Sendable {
    package let wheel: Wheel
    /// The wheel's, unless ``replace(bytes:)`` was called.
    package private(set) var bytes: [UInt8]
    /// Why it was yanked; nil when it was not.
    package var yanked: String?
    /// `2026-01-02T03:04:05Z`; only JSON has it.
    package var uploaded: String
    /// The digest on the page. nil when the page gives none.
    package var digest: String?
    /// The size on the page in bytes; only JSON has it.
    package var size: Int?

    init(_ wheel: Wheel) {
      self.wheel = wheel
      bytes = wheel.bytes
      uploaded = "2026-01-02T03:04:05Z"
      digest = SHA256Digest(of: bytes).hexadecimal
      size = bytes.count
    }

    /// Serves `bytes` instead of the wheel's, which the page describes rightly.
    package mutating func replace(bytes: [UInt8]) {
      self.bytes = bytes
      digest = SHA256Digest(of: bytes).hexadecimal
      size = bytes.count
    }
  }

  package let server: LoopbackServer
  private let path: String
  private let form: Form
  private let releases = Mutex<[String: [Release]]>([:])

  /// - Parameter path: where the pages are; two indexes on one server need two.
  package init(on server: LoopbackServer, path: String = "/simple", form: Form = .negotiated) {
    self.server = server
    self.path = path
    self.form = form
  }

  /// `http://127.0.0.1:41231/simple/`
  package var address: String { server.address(path + "/") }

  /// Puts a wheel on its page, and its bytes on the server; `change` alters what the page says of it.
  ///
  /// Returns the release, so that a test knows digest and size.
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
    // The server must not keep the index alive through its scripts, since the index owns the server.
    server.serve(page) { [weak self] request in self?.page(page, request) ?? .status(404) }
    return release
  }

  /// Publishes a wheel a platform, each with one program that has the package's name and prints its version.
  package func publish(
    _ name: String, _ version: String,
    for platforms: [SamplePlatform] = [.linuxX64, .linuxARM64, .macOSARM64, .macOSX64]
  ) {
    for platform in platforms {
      publish(Wheel(name, version, for: platform).program(name))
    }
  }

  /// Where the bytes of `wheel` are, to script another reply there.
  package func filePath(of wheel: Wheel) -> String { "\(path)-files/\(wheel.fileName)" }

  /// The page of a package in one form, as the server gives it: to script a part of it, or all of it otherwise.
  package func page(of name: String, as form: Form) -> Reply {
    let releases = releases.withLock { $0["\(path)/\(Self.normal(name))/"] ?? [] }
    if form == .json {
      return .text(json(releases), type: "application/vnd.pypi.simple.v1+json")
    }
    return .text(html(releases), type: "text/html; charset=utf-8")
  }

  /// PEP 503: runs of `-`, `_` and `.` are one hyphen, letters are lower case.
  private static func normal(_ name: String) -> String {
    name.lowercased().split { "-_.".contains($0) }.joined(separator: "-")
  }

  private func page(_ page: String, _ request: ReceivedRequest) -> Reply {
    let releases = releases.withLock { $0[page] ?? [] }
    let wantsJSON = request.headers["accept"]?.contains("application/vnd.pypi.simple.v1+json")
    if form == .json || form == .negotiated && wantsJSON == true {
      let text = json(releases)
      return .file(
        Array(text.utf8), type: "application/vnd.pypi.simple.v1+json",
        etag: SHA256Digest(of: text.utf8).hexadecimal)
    }
    let text = html(releases)
    return .file(
      Array(text.utf8), type: "text/html; charset=utf-8",
      etag: SHA256Digest(of: text.utf8).hexadecimal)
  }

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

  private func html(_ releases: [Release]) -> String {
    let links = releases.map { release in
      let fragment = release.digest.map { "#sha256=\($0)" } ?? ""
      let yanked = release.yanked.map { " data-yanked=\"\($0)\"" } ?? ""
      let python =
        release.wheel.requiresPython.map {
          " data-requires-python=\"\($0.replacing(">", with: "&gt;").replacing("<", with: "&lt;"))\""
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
