internal import Foundation
internal import Vocabulary

/// A small wheel (PEP 427), valid unless a test adds something invalid.
package struct Wheel: Hashable, Sendable {
  package let name: String
  package let version: String
  /// The platform of its programs, or `nil` for the platform of this machine.
  package let platform: SamplePlatform?
  /// The tags in the file name, such as `py3-none-manylinux_2_17_x86_64`.
  package let tag: String
  /// The members other than the metadata, which is generated.
  package var members: [ZipMember] = []
  /// The form of the lines in `RECORD`.
  package enum Record: Sendable {
    /// Only the names. Some tools write this form.
    case names
    /// The names with SHA-256 digests. Most tools write this form.
    case digests
    /// The names with wrong digests: those of the reversed bytes.
    case wrongDigests
  }

  /// The form in which ``bytes`` contains `RECORD`.
  package var record = Record.names
  /// The `Requires-Python` in the metadata and on the index page, or `nil` to omit it.
  package var requiresPython: String?
  /// The `Summary` in the metadata, or `nil` to omit it.
  package var summary: String?

  /// Creates a wheel for `platform` with metadata only.
  package init(_ name: String, _ version: String, for platform: SamplePlatform) {
    self.init(name, version, tag: "py3-none-\(platform.wheelTag)", platform: platform)
  }

  /// Creates a wheel with a given tag, such as `py3-none-any`.
  package init(_ name: String, _ version: String, tag: String) {
    self.init(name, version, tag: tag, platform: nil)
  }

  private init(_ name: String, _ version: String, tag: String, platform: SamplePlatform?) {
    self.name = name
    self.version = version
    self.tag = tag
    self.platform = platform
  }

  /// The file name, such as `ast_grep_cli-0.39.0-py3-none-macosx_11_0_arm64.whl`.
  package var fileName: String { "\(stem)-\(tag).whl" }

  /// The complete zip file, including the metadata.
  package var bytes: [UInt8] {
    let metadata = [
      ZipMember(
        "\(stem).dist-info/METADATA",
        "Metadata-Version: 2.1\nName: \(name)\nVersion: \(version)\n"
          + (summary.map { "Summary: \($0)\nHome-page: https://example.org/\(name)\n" } ?? "")
          + (requiresPython.map { "Requires-Python: \($0)\n" } ?? "")),
      ZipMember(
        "\(stem).dist-info/WHEEL",
        "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: \(tag)\n"),
    ]
    let all = members + metadata
    let record = all.map { recordLine(of: $0) }.joined(separator: "\n")
    return ZipWriter(all + [ZipMember("\(stem).dist-info/RECORD", record + "\n")]).bytes
  }

  /// Returns the line for a member in `RECORD`.
  private func recordLine(of member: ZipMember) -> String {
    let digest: String
    switch record {
    case .names: return "\(member.name),,"
    case .digests: digest = base64URL(SHA256Digest(of: member.contents))
    case .wrongDigests: digest = base64URL(SHA256Digest(of: member.contents.reversed()))
    }
    return "\(member.name),sha256=\(digest),\(member.contents.count)"
  }

  /// Returns a digest in unpadded URL-safe Base64, the form in `RECORD` (PEP 376).
  private func base64URL(_ digest: SHA256Digest) -> String {
    Data(digest.bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Returns the wheel with a native program that pip would install on `PATH`:
  /// `<stem>.data/scripts/<name>`.
  package func program(_ name: String, script: String? = nil) -> Wheel {
    program(name, at: "\(stem).data/scripts/\(name)", script: script)
  }

  /// Returns the wheel with a native program at the given path. Without a script, the program
  /// prints `name` and the version of the wheel.
  package func program(_ name: String, at path: String, script: String? = nil) -> Wheel {
    let script = script ?? NativeProgram.printing(name, version)
    let bytes = NativeProgram.bytes(for: platform ?? .host, script: script)
    return member(ZipMember(path, bytes, mode: 0o100755))
  }

  /// Returns the wheel with Python entry points: names and their targets, `module:function`.
  /// Projects use entry points to start a program inside the wheel.
  package func entryPoints(_ points: KeyValuePairs<String, String>) -> Wheel {
    let lines = points.map { "\($0.key) = \($0.value)" }
    let text = (["[console_scripts]"] + lines).joined(separator: "\n") + "\n"
    return member(ZipMember("\(stem).dist-info/entry_points.txt", text))
  }

  /// Returns the wheel with one Python entry point. The wheel must have no entry points yet.
  package func entryPoint(_ name: String, _ target: String) -> Wheel {
    entryPoints([name: target])
  }

  /// Returns the wheel with an additional member.
  package func member(_ member: ZipMember) -> Wheel {
    var result = self
    result.members.append(member)
    return result
  }

  /// The name and version as they appear in the file name and in the paths of the metadata.
  package var stem: String {
    let normal = String(name.map { "-.".contains($0) ? "_" : $0 })
    return "\(normal)-\(version)"
  }
}
