import Filesystem
import LoopbackServer
import SampleAttestations
import SampleWheels
import Sandboxes
import Synchronization
import Vocabulary

/// The index of a transcript, described by the `index` section with one wheel per line:
/// `name version [platform …] [key=value …]`.
///
/// Without platforms, there is one wheel each for linux-x64, linux-arm64, and macos-arm64. Unless
/// a key changes that, each wheel has one program with the tool's name, which prints the name and
/// version. Keys:
/// - `tag=py3-none-any`: one wheel with this tag
/// - `programs=node,npm`: programs with these names instead; `programs=` means none
/// - `at=PATH`: an additional program at this path in the archive
/// - `python=NAME`: a script that Python runs
/// - `entry=NAME`: a Python entry point
/// - `yanked=REASON`, `released=2026-01-02T03:04:05Z`, `size=N`, `digest=none` or `digest=` and
///   64 digits: the values on the page
/// - `member=PATH`, `link=PATH>TARGET`: an additional member of the archive; a second `member`
///   with the same path is a duplicate
/// - `encrypted=PATH`: an additional member that is marked as encrypted
/// - `file=TEXT`: a file with this text instead of the wheel, with its size and digest on the
///   page; `file=half` is the first half of the wheel
/// - `wide`, after all other keys: a zip with 64-bit sizes and offsets
/// - `claims=PATH:N`: a member whose header states an unpacked size of N bytes
/// - `reply=RESPONSE`: the server's response to a request for the file: a status such as `404`,
///   `cut@N` or `stalled@N` (ends or hangs after N bytes), `longer` (one more byte), `other` (other
///   bytes of the same length), or `loop`, `ftp`, or `secret`, as for a page
/// - `summary=TEXT`, with `_` for spaces: the summary in the metadata
/// - `publisher=OWNER/NAME:WORKFLOW` or `publisher=OWNER/NAME:WORKFLOW:ENVIRONMENT`: a provenance
///   object with this publisher
/// - `signed=OWNER/NAME:WORKFLOW`: the provenance object has an attestation that this workflow on
///   the company's server signed, and its publisher is the same unless `publisher` states another;
///   with `signs=other`, the attestation is about a different file
/// - `script=TEXT`, with `_` for spaces: the shell script that the programs run instead of printing
///   their name and version
///
/// A line that begins with `again` changes the `reply` or the `publisher` for wheels that are
/// already published.
///
/// A line `page NAME RESPONSE` changes the response to a request for the tool's page: a status,
/// `endless`, `loop` (a redirect to itself), `moved` (the page, as JSON), `ftp` (a redirect to an
/// `ftp:` address), `stalled`, `secret` (requires the user `me` and the password `s3cret`),
/// `html@N` or `json@N` (the first N bytes of the page in that form), `html=…` or `json=…` (this
/// text with that type), `bytes=…` (these bytes, with `\xHH`), or `type=…` (a page of this type).
///
/// A line `serve PATH TEXT` answers requests for the path with a text, which may contain the
/// escapes of a `bytes` section. A line `archive PATH PROGRAM[,PROGRAM …]` answers them with a
/// `.tar.gz` archive of programs that print their names and the path. A line `attest PATH
/// OWNER/NAME:WORKFLOW` serves a bundle beside such an archive. A line `sign PATH` serves a
/// signature by the minisign key `$MINISIGN_KEY`; with `sign PATH other`, by a different key with
/// the same id. The pages of the user's index of gems are below `/gems/`.
///
/// A line `release OWNER/NAME TAG [prerelease] [undigested] FILE …` publishes a release on a server
/// that stands for GitHub; the first line for a repository is its newest release. `FILE` is a name,
/// or `NAME=PROGRAM,…` for an archive of programs, or for a program if it has no ending. A line
/// `about OWNER/NAME JSON [HOMEPAGE [NEW-NAME]]` sets the description, with `_` for spaces.
///
/// A line `tool-release OWNER/NAME TAG [KEY=VALUE …]` adds a newer release there, with the tool
/// `NAME` for four platforms. With `workflow=FILE`, a workflow attests its files; with
/// `builder=OWNER/NAME`, that of another repository; with `signed=OWNER/NAME:WORKFLOW`, a workflow
/// on the company's server signs the attestation; with `immutable=yes`, nobody can change the
/// release. A line `moved OWNER/NAME OTHER/NAME` redirects one repository to another.
///
/// A line `mirror FOLDER` serves the files that a folder has now below `/mirror/`.
///
/// A line `password` sets the index address in the environment to one with a user and a password.
///
/// The user's registry defines each tool of the user's own index as the package of that name.
final class SampleIndex: Sendable {
  let server: LoopbackServer
  let index: SimpleIndex
  let signer = SampleSigner()
  let sandbox: Sandbox
  /// Whether this is the user's own index. The user's registry defines its tools.
  private let isOwn: Bool
  /// The bytes of each archive by its path.
  private let archives = Mutex<[String: [UInt8]]>([:])
  /// The index of gems on the same server, which answers as long as it exists.
  private let gems = Mutex<SampleGemIndex?>(nil)
  /// The releases of each repository on the stand-in for GitHub, newest first.
  let repositories = Mutex<[String: [SampleRepository.Release]]>([:])

  /// Starts a server without pages and makes it the user's own index in `sandbox`.
  convenience init(in sandbox: Sandbox) throws {
    try self.init(in: sandbox, as: "$INDEX", isOwn: true)
    sandbox[variable: "BOOTSTRAP_PYPI_INDEX"] = index.address
  }

  /// Starts a server without pages. Outcomes show its address as `name`.
  init(in sandbox: Sandbox, as name: String, isOwn: Bool = false) throws {
    self.isOwn = isOwn
    server = try LoopbackServer()
    index = SimpleIndex(on: server)
    self.sandbox = sandbox
    sandbox.redact(server.address(), as: name)
    if isOwn { sandbox.redact(signer.minisignKey.publicText, as: "$MINISIGN_KEY") }
    sandbox.redact("127.0.0.1:\(server.port)", as: name + "_HOST")
  }

  /// Keeps an index of gems as long as this one, whose server it uses.
  func keep(_ gems: SampleGemIndex) { self.gems.withLock { $0 = gems } }

  /// Performs a line of the section.
  func publish(_ line: String) throws {
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
    if words[0] == "serve" {
      let text = words[2...].joined(separator: " ")
      if words[1].hasPrefix("/gems/") {
        sandbox[variable: "BOOTSTRAP_GEM_INDEX"] = server.address("/gems/")
      }
      server.serve(words[1], .file(Transcript.bytes(of: [text]), type: "text/plain"))
      return
    }
    if words[0] == "mirror", words.count == 2 { return try serveFiles(in: words[1]) }
    if words[0] == "tool-release", words.count > 2 { return publishToolRelease(words) }
    if words[0] == "moved", words.count == 3 {
      let pages = words.dropFirst().map { SampleRepository($0, on: server).path(ofPage: 1) }
      server.serve(pages[0], .redirect(to: server.address(pages[1]), status: 301))
      return
    }
    if words[0] == "archive", words.count == 3 {
      var tar = TarWriter()
      for name in words[2].split(separator: ",") {
        tar.add("unpacked/\(name)", "#!/bin/sh\necho '\(name)' '\(words[1])'\n", isExecutable: true)
      }
      let bytes = tar.gzipBytes
      archives.withLock { $0[words[1]] = bytes }
      server.serve(words[1], .file(bytes))
      return
    }
    if words[0] == "sign", let bytes = archives.withLock({ $0[words[1]] }) {
      let key = words.count > 2 ? SampleMinisignKey() : signer.minisignKey
      server.serve(words[1] + ".minisig", .file(key.signature(of: bytes), type: "text/plain"))
      return
    }
    if words[0] == "attest", words.count == 3, let bytes = archives.withLock({ $0[words[1]] }) {
      return serveBundle(besidePath: words[1], bytes, by: words[2])
    }
    if words[0] == "release", words.count > 2 { return publishRelease(Array(words.dropFirst())) }
    if words[0] == "about", words.count > 2 {
      useAsGitHub()
      return SampleRepository(words[1], on: server).describe(
        words[2].replacing("_", with: " "), homepage: words.count > 3 ? words[3] : "",
        name: words.count > 4 ? words[4] : nil)
    }
    if words[0] == "again" { return publish(Array(words.dropFirst()), isNew: false) }
    if isOwn { try sandbox.define(words[0]) }
    publish(words, isNew: true)
  }

  /// Serves the files of a folder.
  private func serveFiles(in folder: String) throws {
    let path = FilePath(sandbox.path(folder))
    for name in try path.entries() {
      server.serve("/mirror/\(name)", .file(try path.appending(name).contents(limit: 1 << 24)))
    }
  }

  /// Returns the members of a publisher, given as `OWNER/NAME:WORKFLOW[:ENVIRONMENT]`.
  private static func publisher(_ text: String) -> String {
    let parts = text.split(separator: ":").map(String.init)
    let environment = parts.count > 2 ? "\"\(parts[2])\"" : "null"
    return #""kind": "GitHub", "repository": "\#(parts[0])", "#
      + #""workflow": "\#(parts[1])", "environment": \#(environment)"#
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
      case "summary": wheel.summary = value.replacing("_", with: " ")
      case "wide": wheel.members = wheel.members.map(Self.widened)
      default: break
      }
    }
    if isNew {
      index.publish(wheel) { release in
        release.yanked = value("yanked")
        if let time = value("released") { release.uploaded = time }
        release.publisher = (value("publisher") ?? value("signed")).map(Self.publisher)
        if let size = value("size") { release.size = Int(size) }
        switch value("file") {
        case "half"?: release.replace(bytes: Array(release.bytes.prefix(release.bytes.count / 2)))
        case let text?: release.replace(bytes: Array(text.utf8))
        case nil: break
        }
        if let digest = value("digest") { release.digest = digest == "none" ? nil : digest }
      }
    }
    if let publisher = value("publisher"), !isNew {
      index.serveProvenance(of: wheel, by: Self.publisher(publisher))
    }
    if let workflow = value("signed") {
      let isOther = value("signs") == "other"
      serveAttestation(
        of: wheel, SHA256Digest(of: isOther ? [] : wheel.bytes), by: workflow,
        publisher: Self.publisher(value("publisher") ?? workflow))
    }
    if let reply = value("reply") {
      server.serve(index.filePath(of: wheel), file(reply, wheel.bytes))
    }
  }

  /// Splits `PATH:N` into the path and the number.
  private static func pair(_ text: String) -> (String, Int) {
    let parts = text.split(separator: ":").map(String.init)
    return (parts[0], Int(parts[parts.count - 1]) ?? 0)
  }

  /// Returns the member with 64-bit sizes and offsets.
  private static func widened(_ member: ZipMember) -> ZipMember {
    var member = member
    member.isZip64 = true
    return member
  }
}
