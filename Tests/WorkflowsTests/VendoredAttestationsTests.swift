import Filesystem
import Layout
import Manifests
import Sandboxes
import Testing
import ToolSources
import Vocabulary

@testable import Workflows

/// Tests of the copies of the attestations that a lock names.
@Suite struct VendoredAttestationsTests {
  private let directory: TemporaryDirectory
  private let kept: KeptAttestations
  private let bundles = ["{\"a\":1}", "{\"b\":2}", "{\"c\":3}"].map {
    PublishedAttestation(.bundle, Array($0.utf8))
  }

  init() throws {
    directory = try TemporaryDirectory()
    kept = KeptAttestations(Root(directory.path.appending("root")))
  }

  private var folder: FilePath { directory.path.appending("copy/vendor/tools/attestations") }

  /// Returns a lock that names an attestation for each platform.
  private func lock(_ bundles: [Platform: PublishedAttestation]) throws -> Lockfile {
    let publisher = try #require(VerifiedPublisher("github", "acme/a"))
    let executable = try #require(ExecutableName("a"))
    let tool = LockedTool(
      name: try #require(ToolName("a")), version: try #require(VersionText("1")), wants: [],
      declared: LockedDeclaration(source: "pypi", options: []),
      provides: [.init(executable, on: nil)]
    ).with {
      $0.verification = LockedVerification(
        publisher, bundles: bundles.map { .init(.init($0.key), $0.value.digest) })
    }
    return Lockfile(platforms: bundles.keys.sortedByName, tools: [tool])
  }

  private func fill(
    _ bundles: [Platform: PublishedAttestation], for platforms: [Platform]
  ) throws -> VendoredAttestations.Outcome {
    try VendoredAttestations(
      of: lock(bundles), for: platforms, from: kept, to: directory.path.appending("copy")
    ).fill()
  }

  private func names(_ bundles: [PublishedAttestation]) -> Set<String> {
    Set(bundles.map(\.digest.hexadecimal))
  }

  @Test func `what the lock names is copied, and what it no longer names is deleted`() throws {
    for bundle in bundles { try kept.insert(bundle) }
    let all: [Platform: PublishedAttestation] = [.linuxX64: bundles[0], .macosArm64: bundles[1]]
    var outcome = try fill(all, for: [.linuxX64, .macosArm64])
    #expect(outcome.sizes == [7, 7] && outcome.missingCount == 0 && outcome.removedCount == 0)
    #expect(Set(try folder.entries()) == names(Array(bundles.prefix(2))))
    // A copy for another platform remains, and so does somebody else's file.
    try folder.appending("README").replaceContents(with: Array("words".utf8))
    outcome = try fill(
      [.linuxX64: bundles[2], .macosArm64: bundles[1]], for: [.linuxX64])
    #expect(outcome.sizes == [7] && outcome.removedCount == 1)
    #expect(
      Set(try folder.entries()) == names([bundles[1], bundles[2]]).union(["README"]))
    let copies = KeptAttestations(
      Root(directory.path.appending("other")), for: directory.path.appending("copy"))
    #expect(copies.text(of: bundles[1].digest) == bundles[1].text)
  }

  @Test func `an attestation that this machine lacks is counted`() throws {
    let outcome = try fill([.linuxX64: bundles[0]], for: [.linuxX64])
    #expect(outcome.sizes.isEmpty && outcome.missingCount == 1)
    #expect(!folder.exists)
  }
}
