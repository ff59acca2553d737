package import Diagnostics
package import Vocabulary

/// The items of a project that take effect only with the user's consent, without duplicates and in
/// a canonical order.
///
/// Only the lines of builds, of native extensions, and of hooks contain versions or digests, so a
/// new version of any other tool needs no new consent.
package struct TrustList: Hashable, Sendable {
  /// The lines of the canonical text, sorted.
  package let lines: [String]

  /// Creates the list of `items`, which may contain duplicates.
  package init(_ items: some Sequence<TrustItem>) {
    lines = Set(items.map(\.line)).sorted()
  }

  /// The canonical text: a line for each item.
  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// The digest of ``text``, by which `BOOTSTRAP_TRUST` accepts the list.
  package var digest: SHA256Digest { SHA256Digest(of: text) }
}

extension TrustItem {
  /// The item as a line of the canonical text. Its fields are separated by spaces. They contain
  /// none themselves, because names are validated and addresses are percent-encoded.
  package var line: String {
    switch self {
    case .source(let source, let address): "source \(source) \(address)"
    case .artifact(let tool, let address): "artifact \(tool) \(address)"
    case .executable(let name, let tool, let source, let package, let address):
      "executable \(name) \(tool) \(source) \(package)" + (address.map { " \($0)" } ?? "")
    case .build(let tool, let version, let archive, let parts, let steps):
      "build \(tool) \(version) \(archive) "
        + parts.map { "\($0.isPatch ? "patch" : "part"):\($0.name):\($0.digest) " }.joined()
        + SHA256Digest(of: steps.map { $0 + "\0" }.joined()).description
    case .gemExtension(let tool, let gem, let version, let digest):
      "extension \(tool) \(gem) \(version) \(digest)"
    case .hook(let hook): "hook \(hook.name) \(hook.digest.hexadecimal)"
    case .hostPackage(let manager, let name): "host-package \(manager.rawValue) \(name)"
    case .attestationRoot(let issuer, let digest): "attestation-root \(issuer) \(digest)"
    case .content(let tool, let digest): "content \(tool) \(digest)"
    }
  }
}
