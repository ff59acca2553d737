import LoopbackServer
import SampleWheels
import Sandboxes

/// The index of a transcript: a wheel a line, `name version [platform …] [key=value …]`.
///
/// Without platforms there is a wheel for linux-x64, linux-arm64 and macos-arm64. Each has one program with the tool's name that
/// prints name and version, unless a key says otherwise. Keys:
/// - `tag=py3-none-any`: one wheel with this tag
/// - `programs=node,npm`: other programs; `programs=` none
/// - `at=PATH`: a program at this path of the archive
/// - `python=NAME`: a script that Python runs; `entry=NAME`: an entry point of Python's
/// - `yanked=REASON`, `released=2026-01-02T03:04:05Z`, `size=N`, `digest=none` or the 64 digits: what the page says
/// - `member=PATH`, `link=PATH>TARGET`: a further entry of the archive; `member` twice is a duplicate
/// - `encrypted=PATH`
/// - `file=TEXT`: the file is this text, and the page says so; `file=half` its first half
/// - `wide`, behind all others: the zip has sizes and offsets of 64 bits
/// - `claims=PATH:N`: an entry whose header says that it unpacks to N bytes
/// - `reply=cut@N`, `reply=404`, `reply=other` (other bytes of the same length), `reply=longer`, `reply=stalled@N`, `reply=loop`,
///   `reply=ftp`, `reply=secret`: for the file
/// - `script=TEXT` with `_` for spaces: what the programs do instead
///
/// A line that begins with `again` scripts the files of wheels that were published before, with `reply`.
///
/// A line `page NAME HOW` scripts a page itself: a status, `endless`, `loop`, `moved`, `ftp`, `stalled`, `secret` (user `me` and
/// password `s3cret`), `html@N` and `json@N` (the first N bytes of the page in that form), `html=…` and `json=…`, `bytes=…` with
/// `\xHH`, `type=…`.
///
/// A line `password` puts an address of the index with user and password into the environment.
final class SampleIndex: Sendable {
  let server: LoopbackServer
  private let index: SimpleIndex
  private let sandbox: Sandbox

  init(in sandbox: Sandbox) throws {
    server = try LoopbackServer()
    index = SimpleIndex(on: server)
    self.sandbox = sandbox
    sandbox.redact(server.address(), as: "$INDEX")
    sandbox.redact("127.0.0.1:\(server.port)", as: "$INDEX_HOST")
    sandbox[variable: "BOOTSTRAP_PYPI_INDEX"] = index.address
  }

  func publish(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    if words == ["password"] {
      sandbox[variable: "BOOTSTRAP_PYPI_INDEX"] =
        "http://me:s3cret@127.0.0.1:\(server.port)/simple/"
    }
    guard words.count >= 2 else { return }
    if words[0] == "page" {
      server.serve("/simple/\(words[1])/", page(words[1], words[2...].joined(separator: " ")))
      return
    }
    if words[0] == "again" { return publish(Array(words.dropFirst()), isNew: false) }
    publish(words, isNew: true)
  }

  private func publish(_ words: [String], isNew: Bool) {
    let keys = words.dropFirst(2).compactMap { word -> (key: String, value: String)? in
      guard let sign = word.firstIndex(of: "=") else { return word == "wide" ? (word, "") : nil }
      return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }
    let platforms = words.dropFirst(2).compactMap(SamplePlatform.init(rawValue:))
    let wheels =
      if let tag = keys.first(where: { $0.key == "tag" }) {
        [Wheel(words[0], words[1], tag: tag.value)]
      } else {
        (platforms.isEmpty ? [.linuxX64, .linuxARM64, .macOSARM64] : platforms)
          .map { Wheel(words[0], words[1], for: $0) }
      }
    for wheel in wheels { publish(wheel, keys, isNew: isNew) }
  }

  private func publish(
    _ plain: Wheel, _ keys: [(key: String, value: String)], isNew: Bool
  ) {
    func value(_ key: String) -> String? { keys.first { $0.key == key }?.value }
    let script = value("script")?.replacing("_", with: " ")
    var wheel = plain
    for name in (value("programs") ?? plain.name).split(separator: ",") {
      wheel = wheel.program(String(name), script: script)
    }
    for (key, value) in keys {
      switch key {
      case "at":
        let name = value.split(separator: "/").last.map(String.init) ?? value
        wheel = wheel.program(name, at: value, script: script)
      case "python":
        wheel = wheel.member(ZipMember("\(wheel.stem).data/scripts/\(value)", "#!python\n"))
      case "entry": wheel = wheel.entryPoint(value, "main:main")
      case "member":
        wheel = wheel.member(ZipMember(value, "text\n"))
      case "link":
        let ends = value.split(separator: ">", maxSplits: 1).map(String.init)
        wheel = wheel.member(.link(ends[0], to: ends[ends.count - 1]))
      case "encrypted":
        var member = ZipMember(value, "text\n")
        member.flags |= 1
        wheel = wheel.member(member)
      case "claims":
        let (path, size) = Self.pair(value)
        var member = ZipMember(path, "text\n")
        member.claimedSize = size
        wheel = wheel.member(member)
      case "wide": wheel.members = wheel.members.map(Self.widened)
      default: break
      }
    }
    if isNew {
      let release = index.publish(wheel) { release in
        release.yanked = value("yanked")
        if let time = value("released") { release.uploaded = time }
        if let size = value("size") { release.size = Int(size) }
        switch value("file") {
        case "half"?: release.replace(bytes: Array(release.bytes.prefix(release.bytes.count / 2)))
        case let text?: release.replace(bytes: Array(text.utf8))
        case nil: break
        }
        if let digest = value("digest") { release.digest = digest == "none" ? nil : digest }
      }
      if let digest = release.digest {
        // Which of the wheels is installed hangs on the machine. The lock names them all, and keeps its digests.
        for (before, after) in [("\(wheel.version)-", ""), ("(", ")"), ("\"id\": \"", "\"")] {
          sandbox.redact("\(before)\(digest.prefix(12))\(after)", as: "\(before)$ID\(after)")
        }
      }
    }
    if let reply = value("reply") {
      server.serve(index.filePath(of: wheel), file(reply, wheel.bytes))
    }
  }

  private func file(_ script: String, _ bytes: [UInt8]) -> Reply {
    let parts = script.split(separator: "@").map(String.init)
    let count = Int(parts[parts.count - 1]) ?? 0
    return switch parts[0] {
    case "cut": .file(bytes).cut(after: count)
    case "stalled": .file(bytes).stalled(after: count)
    case "longer": .file(bytes + [0])
    // The directory at the end stays, so that what reads only that sees nothing.
    case "other": .file([bytes[0] ^ 1] + bytes.dropFirst())
    case "secret": .file(bytes).requiring(user: "me", password: "s3cret")
    case "loop", "ftp": page("", parts[0])
    default: .status(Int(parts[0]) ?? 500)
    }
  }

  /// `PATH:N`
  private static func pair(_ text: String) -> (String, Int) {
    let parts = text.split(separator: ":").map(String.init)
    return (parts[0], Int(parts[parts.count - 1]) ?? 0)
  }

  private static func widened(_ member: ZipMember) -> ZipMember {
    var member = member
    member.isZip64 = true
    return member
  }

  private func page(_ name: String, _ script: String) -> Reply {
    for (form, prefix) in [(SimpleIndex.Form.html, "html@"), (.json, "json@")]
    where script.hasPrefix(prefix) {
      return index.page(of: name, as: form).shortened(to: Int(script.dropFirst(5)) ?? 0)
    }
    for (type, prefix) in [("text/html", "html="), ("application/json", "json=")]
    where script.hasPrefix(prefix) {
      return .text(String(script.dropFirst(5)), type: type)
    }
    if script.hasPrefix("bytes=") {
      return .file(Transcript.bytes(of: [String(script.dropFirst(6))]), type: "text/html")
    }
    if script.hasPrefix("type=") { return .text("hello\n", type: String(script.dropFirst(5))) }
    return switch script {
    case "endless": .endless(of: Array(repeating: 0x20, count: 65_536))
    // A query apart, since an address that leads to itself would be one request.
    case "loop": .redirect(to: "?again")
    case "moved": index.page(of: name, as: .json)
    case "ftp": .redirect(to: "ftp://example.org/simple/\(name)/")
    case "stalled": .text("<html>", type: "text/html").stalled(after: 0)
    case "secret": index.page(of: name, as: .json).requiring(user: "me", password: "s3cret")
    default: .status(Int(script) ?? 500)
    }
  }
}
