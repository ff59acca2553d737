internal import Foundation
internal import Manifests

/// A small wheel (PEP 427) that is valid unless a test spoils it.
package struct Wheel: Sendable {
  package let name: String
  package let version: String
  package let platform: SamplePlatform?
  /// `py3-none-manylinux_2_17_x86_64`
  package let tag: String
  package var members: [ZipMember] = []
  /// What `RECORD` says of the files.
  package enum Record: Sendable {
    /// Their names, as some tools write it.
    case names
    /// The SHA-256 of each too, as most do.
    case digests
    /// The SHA-256 of the same bytes backwards.
    case wrongDigests
  }

  package var record = Record.names
  /// `Requires-Python`, in the metadata and on the index page.
  package var requiresPython: String?

  /// A wheel for `platform` with what `adding` puts in; metadata is added when it is written.
  package init(_ name: String, _ version: String, for platform: SamplePlatform) {
    self.init(name, version, tag: "py3-none-\(platform.wheelTag)", platform: platform)
  }

  /// A wheel with a tag of the test's choice: `py3-none-any`.
  package init(_ name: String, _ version: String, tag: String) {
    self.init(name, version, tag: tag, platform: nil)
  }

  private init(_ name: String, _ version: String, tag: String, platform: SamplePlatform?) {
    self.name = name
    self.version = version
    self.tag = tag
    self.platform = platform
  }

  /// `ast_grep_cli-0.39.0-py3-none-macosx_11_0_arm64.whl`
  package var fileName: String { "\(stem)-\(tag).whl" }

  package var bytes: [UInt8] {
    let metadata = [
      ZipMember(
        "\(stem).dist-info/METADATA",
        "Metadata-Version: 2.1\nName: \(name)\nVersion: \(version)\n"
          + (requiresPython.map { "Requires-Python: \($0)\n" } ?? "")),
      ZipMember(
        "\(stem).dist-info/WHEEL",
        "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: \(tag)\n"),
    ]
    let all = members + metadata
    let record = all.map { recordLine(of: $0) }.joined(separator: "\n")
    return ZipWriter(all + [ZipMember("\(stem).dist-info/RECORD", record + "\n")]).bytes
  }

  private func recordLine(of member: ZipMember) -> String {
    let digest: String
    switch record {
    case .names: return "\(member.name),,"
    case .digests: digest = base64URL(SHA256Digest(of: member.contents))
    case .wrongDigests: digest = base64URL(SHA256Digest(of: member.contents.reversed()))
    }
    return "\(member.name),sha256=\(digest),\(member.contents.count)"
  }

  /// As a wheel's `RECORD` spells it (PEP 376).
  private func base64URL(_ digest: SHA256Digest) -> String {
    Data(digest.bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Adds a native program that pip would put on PATH: `<stem>.data/scripts/<name>`.
  package func program(_ name: String, script: String? = nil) -> Wheel {
    program(name, at: "\(stem).data/scripts/\(name)", script: script)
  }

  /// Adds a native program anywhere in the wheel. Without a script it prints `name version`.
  package func program(_ name: String, at path: String, script: String? = nil) -> Wheel {
    let script = script ?? NativeProgram.printing(name, version)
    let bytes = NativeProgram.bytes(for: platform ?? .host, script: script)
    return member(ZipMember(path, bytes, mode: 0o100755))
  }

  /// Adds Python entry points, as projects do that start a program inside the wheel: name to `module:function`.
  package func entryPoints(_ points: KeyValuePairs<String, String>) -> Wheel {
    let lines = points.map { "\($0.key) = \($0.value)" }
    let text = (["[console_scripts]"] + lines).joined(separator: "\n") + "\n"
    return member(ZipMember("\(stem).dist-info/entry_points.txt", text))
  }

  /// Adds one Python entry point to a wheel that has none yet.
  package func entryPoint(_ name: String, _ target: String) -> Wheel {
    entryPoints([name: target])
  }

  /// Adds any member.
  package func member(_ member: ZipMember) -> Wheel {
    var result = self
    result.members.append(member)
    return result
  }

  /// Name and version as file names in and around the wheel spell them.
  package var stem: String {
    let normal = String(name.map { "-.".contains($0) ? "_" : $0 })
    return "\(normal)-\(version)"
  }
}
