import Filesystem
import Layout
import Manifests
import SampleWheels
import Sandboxes
import Shims

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
      let said = "echo \"\(tool) \(version) \(content): $*\""
      try write(path, NativeProgram.bytes(for: .host, script: script ?? said), mode: 0o755)
      try shim(name, providedBy: [tool])
    }
    if isDefault {
      let link = "$ROOT/installs/\(tool)/\(version)"
      try? remove(link)
      try makeLink(link, to: "\(version)-\(id)")
    }
  }

  static let defaultContent = "0123456789ab"

  /// Returns the content id of a zip whose digest begins with `content`, followed by zeros. Returns
  /// `content` itself unless it is 12 hexadecimal digits.
  static func contentID(
    _ content: String = defaultContent, providing executables: [String]
  ) -> String {
    guard content.count == 12, let format = ArtifactFormat("zip"),
      let digest = SHA256Digest(hexadecimal: digest(content))
    else { return content }
    let names = executables.compactMap { ExecutableName($0) }
    return InstallationContent(format, digest, executables: names.map { .init($0) }).id.description
  }

  private static func digest(_ content: String) -> String {
    content + String(repeating: "0", count: max(0, 64 - content.count))
  }

  /// Writes a shim, and adds `tools` to the route of its executable.
  func shim(_ name: String, providedBy tools: [String]) throws {
    let route = "$ROOT/shims/.routes/\(name)"
    let known = Set((text(route) ?? "").split(separator: "\n").map(String.init) + tools)
    try write(route, known.sorted().map { $0 + "\n" }.joined())
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
          declares directory groups=default
          provides \(provides.joined(separator: " "))

        """
          + tool.platforms.map {
            "  artifact \($0) \(id) zip sha256:\(digest(tool.content)) 1 "
              + "https://example.org/\(tool.name)\n"
          }.joined()
    }
    return "lockfile 1\nplatforms linux-arm64 linux-x64 macos-arm64 macos-x64\n"
      + stanzas.joined()
  }

  /// Seals a lock. Repeats this until it succeeds, because a lock that has just changed is
  /// not sealed.
  func seal(_ lock: String) async throws {
    let directory = ShimDirectory(Root(FilePath(root)))
    while try FilePath(path("$ROOT/shims/.locks")).entriesIfPresent().isEmpty {
      try await Task.sleep(for: .milliseconds(5))
      try directory.seal([FilePath(path(lock))])
    }
  }

  /// A tool in a lock.
  struct LockedTool {
    let name: String
    let version: String
    /// The first 12 digits of the artifact's digest.
    var content = Sandbox.defaultContent
    /// The content id in the lock, if it is not that of the content.
    var id: String?
    var provides: [String]?
    var platforms = ["linux-arm64", "linux-x64", "macos-arm64", "macos-x64"]
  }
}
