package import Diagnostics
internal import TextSearch
package import Vocabulary

/// A repository in a registry that speaks the protocol of the Open Container Initiative (OCI
/// Distribution Specification 1.1).
///
/// Its text is `oci://registry.example.org/tools`, or `oci+http://…` for a registry without TLS.
package struct OCIRepository: Hashable, Sendable, CustomStringConvertible {
  /// The name of the repository, such as `tools` or `platform/tools`.
  package let name: String
  /// The server of the registry.
  package var site: WebOrigin { base.site }
  /// The address below which everything of the repository is: `https://…/v2/tools`.
  private let base: WebAddress

  /// Parses the text of a repository, or returns `nil` if it has another form. A repository has no
  /// user or password, which belong in `.netrc` or a credential helper.
  package init?(_ text: String) {
    let scheme: String
    if text.hasPrefix("oci://") {
      scheme = "https"
    } else if text.hasPrefix("oci+http://") {
      scheme = "http"
    } else {
      return nil
    }
    let rest = text.drop { $0 != "/" }.dropFirst(2)
    guard let slash = rest.firstIndex(of: "/"), slash > rest.startIndex,
      !rest[..<slash].contains(where: { "@?#".contains($0) })
    else { return nil }
    let name = rest[rest.index(after: slash)...]
    guard Self.isName(name),
      let base = try? WebAddress("\(scheme)://\(rest[..<slash])/v2/\(name)")
    else { return nil }
    self.name = String(name)
    self.base = base
  }

  /// Returns the reason that a text which begins with `oci://` or `oci+http://` is not the address
  /// of a repository. Returns `nil` if it is one, or begins with something else.
  package static func fault(in text: String) -> RepositoryFault? {
    guard OCIRepository(text) == nil, ["oci://", "oci+http://"].contains(where: text.hasPrefix)
    else { return nil }
    let rest = text.drop { $0 != "/" }.dropFirst(2)
    let host = rest.prefix { $0 != "/" }
    if host.isEmpty { return .badHost }
    if host.contains("@") { return .credentials }
    let name = rest.dropFirst(host.count + 1)
    let end = name.firstIndex { ":@?#".contains($0) } ?? name.endIndex
    let word = String(name[..<end])
    if word.isEmpty { return .noName }
    let corrected = text[..<end].lowercased()
    guard OCIRepository(corrected) != nil else {
      return isName(word.lowercased()[...]) ? .badHost : .badName(word)
    }
    guard end < name.endIndex else { return .capitals(corrected: corrected) }
    guard ":@".contains(name[end]) else { return .query(corrected: corrected) }
    let tag = name[end...].dropFirst().prefix { !"?#".contains($0) }
    return .tag(String(tag), corrected: corrected)
  }

  package var description: String {
    "\(site.scheme == .https ? "oci" : "oci+http")://\(site)/\(name)"
  }

  /// Returns whether `name` can be the name of a repository: components of lowercase letters and
  /// digits, with separators between them.
  private static func isName(_ name: Substring) -> Bool {
    name.utf8.count <= 255
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        let ends = [part.utf8.first, part.utf8.last]
        return ends.allSatisfy { $0.map(isLetterOrDigit) ?? false }
          && part.utf8.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns whether an address is that of a blob or a manifest of the repository, and not of
  /// another repository whose name begins with this one's.
  func covers(_ address: WebAddress) -> Bool {
    let address = address.normalForm
    return ["blobs", "manifests"].contains { address.isBelow(base.appending($0)) }
  }

  /// Returns the address of a blob.
  package func blob(_ digest: SHA256Digest) -> WebAddress {
    base.appending("blobs/sha256:\(digest.hexadecimal)")
  }

  /// The address that begins an upload.
  var uploads: WebAddress { base.appending("blobs/uploads/") }

  /// Returns the address of the manifest with a tag.
  package func manifest(_ tag: String) -> WebAddress { base.appending("manifests/\(tag)") }
}
