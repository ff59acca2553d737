import LoopbackServer
import SourceKinds
import Testing
import Vocabulary

@testable import ToolSources

extension AttestableFile {
  /// Creates the file with these contents at an address.
  init(_ bytes: [UInt8], at address: String, name: String? = nil) throws {
    let last = address.split(separator: "/").last.map(String.init) ?? ""
    self.init(
      SHA256Digest(of: bytes), at: [try #require(ArtifactURL(address))], name: name ?? last)
  }
}

extension SourcePackage {
  /// Returns the attestations of files of the first release as texts, in the order of the files, or
  /// `nil` for a file whose attestations were not requested.
  func attestationTexts(
    of files: [AttestableFile], known: ReleasePublishers = ReleasePublishers([])
  ) async throws -> [[String]?] {
    let found = try await attestations(
      of: files, in: try #require(releases.first), known: known)
    return files.map { file in
      found[file.digest].map { $0.map { String(decoding: $0.text, as: UTF8.self) } }
    }
  }
}

extension SourceWorld {
  /// Returns a package of a tool whose definition names a minisign key. `more` states its source.
  func minisigned(
    _ name: String, package: String, of kind: any SourceKind.Type, more: String
  ) async throws -> any SourcePackage {
    let tool = try Self.tool(name, more: more + ", minisign: \"RWQ\"")
    let request = PackageRequest(tool, package: package, from: kind)
    return try await sources.source(of: tool).package(request)
  }
}
