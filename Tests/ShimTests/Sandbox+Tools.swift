import Filesystem
import Layout
import Manifests
import SampleWheels
import Sandboxes
import Shims
import Testing
import Vocabulary

// These tests write roots directly, because the shim must not depend on the installer.
extension Sandbox {
  /// Writes an installation whose executables run `script`, by default one that prints `TOOL
  /// VERSION CONTENT:` and the arguments.
  ///
  /// - Parameter content: The first 12 digits of the artifact's digest.
  func install(
    _ tool: String, _ version: String, content: String = defaultContent,
    executables: [String]? = nil, isDefault: Bool = true, script: String? = nil
  ) throws {
    let id = Self.contentID(content, providing: executables ?? [tool])
    for name in executables ?? [tool] {
      let path = "$ROOT/installs/\(tool)/\(version)-\(id)/bin/\(name)"
      let defaultScript = "echo \"\(tool) \(version) \(content): $*\""
      try write(path, NativeProgram.bytes(for: .host, script: script ?? defaultScript), mode: 0o755)
      try shim(name, providedBy: [tool])
    }
    if isDefault {
      let link = "$ROOT/installs/\(tool)/\(version)"
      try? remove(link)
      try makeLink(link, to: "\(version)-\(id)")
    }
  }

  /// The first 12 digits of an artifact's digest, unless a test states others.
  static let defaultContent = "0123456789ab"

  /// Returns the content id of a zip whose digest begins with `content`, followed by zeros. If
  /// `content` does not have 12 hexadecimal digits, returns `content` itself, as an invalid id.
  static func contentID(
    _ content: String = defaultContent, providing executables: [String]
  ) -> String {
    guard content.count == 12, let format = ArtifactFormat("zip"),
      let digest = SHA256Digest(hexadecimal: digest(content))
    else { return content }
    let names = executables.compactMap { ExecutableName($0) }
    return InstallationContent(format, digest, executables: names.map { .init($0) }).id.description
  }

  /// Returns a digest of 64 digits that begins with `content`, followed by zeros.
  private static func digest(_ content: String) -> String {
    content + String(repeating: "0", count: max(0, 64 - content.count))
  }

  /// Writes a shim, and adds `tools` to the route of its executable.
  func shim(_ name: String, providedBy tools: [String]) throws {
    let route = "$ROOT/shims/.routes/\(name)"
    let known = Set((text(route) ?? "").split(separator: "\n").map(String.init) + tools)
    try write(route, known.subtracting(["."]).sorted().map { $0 + "\n" }.joined() + ".\n")
    if !exists("$ROOT/shims/\(name)") {
      try makeLink("$ROOT/shims/\(name)", to: "../libexec/bootstrap-shim")
    }
  }

  /// Returns the text of a lock with these tools.
  static func lock(_ tools: LockedTool...) -> String { lock(tools) }

  /// Returns the text of a lock with these tools.
  static func lock(_ tools: [LockedTool]) -> String {
    let stanzas = tools.sorted { $0.name < $1.name }.map { tool in
      let provides = tool.provides ?? [tool.name]
      let id = tool.id ?? contentID(tool.content, providing: provides)
      return """

        tool \(tool.name) \(tool.version)
          wants "" Toolfile
          declares groups=default source=directory
        \(provides.map { "  provides \($0)" }.joined(separator: "\n"))

        """
          + tool.platforms.map {
            "  artifact \($0) \(id) zip sha256:\(digest(tool.content)) 1 "
              + "https://example.org/\(tool.name)\n"
          }.joined()
    }
    return "lockfile 1\nplatforms linux-arm64 linux-x64 macos-arm64 macos-x64\n"
      + stanzas.joined()
  }

  /// Seals a lock, which may have just been written.
  func seal(_ lock: String) async throws {
    let lock = FilePath(path(lock))
    try await ShimDirectory(Root(FilePath(root))).seal([(lock.parentDirectory, lock)])
    #expect(try !FilePath(path("$ROOT/shims/.locks")).entriesIfPresent().isEmpty)
  }

  /// A tool in a lock.
  struct LockedTool {
    let name: String
    let version: String
    /// The first 12 digits of the artifact's digest.
    var content = Sandbox.defaultContent
    /// The content id to write in the lock, or `nil` for that of `content` and `provides`.
    var id: String?
    /// The executables that the tool provides, or `nil` for one with the tool's name.
    var provides: [String]?
    var platforms = ["linux-arm64", "linux-x64", "macos-arm64", "macos-x64"]
  }
}
