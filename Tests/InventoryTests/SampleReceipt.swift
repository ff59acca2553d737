import Filesystem
import Layout
import Manifests
import ObjectStore
import Testing
import Vocabulary

@testable import Inventory

/// Returns a receipt of an installation.
///
/// - Parameter digit: The byte that fills the artifact's digest. Receipts with different bytes
///   have different content ids.
func receipt(
  _ tool: String, _ version: String, digit: UInt8 = 1, files: [String] = ["content/x"],
  executables: [String] = ["x"]
) throws -> Receipt {
  let digest = try #require(SHA256Digest(bytes: [UInt8](repeating: digit, count: 32)))
  return Receipt(
    tool: try #require(ToolName(tool)), version: try #require(VersionText(version)),
    id: InstallationContent(.wheel, digest, executables: []).id, source: "pypi",
    platform: .linuxX64, format: .wheel,
    digest: digest,
    size: 100,
    executables: try executables.map {
      .init(name: try #require(ExecutableName($0)), path: "content/\($0)")
    },
    files: files.map { .init(path: $0, mode: 0o755, size: 7, digest: digest) }, links: [])
}

/// Returns the number of objects of an entity in the store of a root.
func count<Kind: Entity>(_ kind: Kind.Type, in root: Root) async throws -> Int {
  let store = try await Store.open(.file(root.store.string), model: StoreConnection.model) {
    _ in
  }
  return try await store.read { snapshot throws(StoreError) in
    try snapshot.fetch(FetchRequest(kind)).count
  }
}

/// Returns a receipt with links, parts, a declared executable, and the steps of a build.
func fullReceipt() throws -> Receipt {
  let plain = try receipt("zig", "1.0", files: ["content/z/a", "content/z/b"])
  let part = Receipt.Part(
    name: try #require(PartName("addressable")), version: try #require(VersionText("2.8.7")),
    format: try #require(ArtifactFormat("gem")), digest: plain.digest, size: 5)
  let executables: [Receipt.Executable] = [
    .init(name: try #require(ExecutableName("zag")), path: "content/z/a"),
    .init(name: try #require(ExecutableName("zig")), path: "content/z/b", isDeclared: true),
  ]
  return Receipt(
    tool: plain.tool, version: plain.version, id: plain.id, source: plain.source,
    platform: plain.platform, format: plain.format, digest: plain.digest, size: plain.size,
    build: .init(
      steps: ["make", "make install"],
      dependencies: [BuildDependency(tool: plain.tool, version: plain.version, id: plain.id)],
      prefix: "/root", system: "glibc-2.36",
      ruby: RubyInterface(
        abi: "3.1.0", platform: "x86_64-linux-gnu", program: "/usr/bin/ruby",
        file: "/usr/bin/ruby3.1")),
    parts: [part], executables: executables, files: plain.files,
    links: [.init(path: "bin/zag", target: "../content/z/a"), .init(path: "l", target: "b c")])
}
