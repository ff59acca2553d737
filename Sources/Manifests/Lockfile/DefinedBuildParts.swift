internal import TextSearch
internal import Vocabulary

/// The value of `parts` in the `defined` line of a lock. Each part is quoted if it contains spaces:
///
/// ```
/// parts="openssl 1.1.1w https://… checksums=https://…","gcc-14 patch https://…"
/// ```
extension BuildPart {
  /// The key of the parts.
  package static let definitionKey = "parts"

  private static let checksumsPrefix = "checksums="
  private static let digestPrefix = "sha256="
  /// The word in place of a version.
  private static let patchWord = "patch"

  fileprivate var words: [String] {
    let version =
      switch kind {
      case .archive(let version): version.text
      case .patch: Self.patchWord
      }
    return [name.text, version, address.text]
      + (checksums.map { [Self.checksumsPrefix + $0.text] } ?? [])
      + (digest.map { [Self.digestPrefix + $0.hexadecimal] } ?? [])
  }

  fileprivate init?(_ words: [Substring]) {
    guard words.count >= 3, let name = PartName(words[0]), words[2].contains("://"),
      let address = ArtifactURL(words[2])
    else { return nil }
    var checksums: ArtifactURL?
    var digest: SHA256Digest?
    for word in words[3...] {
      if word.hasPrefix(Self.checksumsPrefix), checksums == nil,
        let url = ArtifactURL(word.dropFirst(Self.checksumsPrefix.count))
      {
        checksums = url
      } else if word.hasPrefix(Self.digestPrefix), digest == nil,
        let stated = SHA256Digest(hexadecimal: word.dropFirst(Self.digestPrefix.count))
      {
        digest = stated
      } else {
        return nil
      }
    }
    var kind = Kind.patch
    if words[1] != Self.patchWord {
      guard let version = VersionText(words[1]) else { return nil }
      kind = .archive(version: version)
    }
    self.init(name, kind, at: address, checksums: checksums, digest: digest)
  }
}

extension [BuildPart] {
  /// The value of ``BuildPart/definitionKey`` for these parts.
  package var definitionValue: String {
    Toolfile.Value.array(map { .string($0.words.joined(separator: " ")) }).description
  }

  /// Parses the spelling of ``definitionValue``, or returns `nil` if `text` has another form.
  package init?(definitionValue text: String) {
    self = []
    for element in LockedList.elements(text) {
      guard let part = BuildPart(element.split(separator: " ")) else { return nil }
      append(part)
    }
  }
}

extension LockedDeclaration {
  /// The files that a build needs besides its source.
  package var buildParts: [BuildPart] {
    self[BuildPart.definitionKey].flatMap { [BuildPart](definitionValue: $0) } ?? []
  }
}
