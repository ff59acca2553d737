internal import TextSearch

/// The files of a release that contain SHA-256 or SHA-512 digests of its other files.
package struct ChecksumFiles: Sendable {
  private let files: [File]

  /// A file with digests.
  private struct File {
    let name: String
    /// The name in lowercase without the words for checksums at its end.
    let stem: Substring
    /// The words of the name, without those for checksums.
    let words: Set<String>
    /// Whether the name states SHA-256.
    let statesAlgorithm: Bool
    /// Whether the name states SHA-512.
    let isSHA512: Bool

    /// Whether the stem is the name of an archive or of another file with an ending.
    var isForOneFile: Bool { AssetEnding.split(stem, isWord: { _ in true }).ending != .none }
  }

  /// Finds the files with digests among the names of a release.
  package init(_ names: [String]) {
    files = names.compactMap { name in
      let lowercase = name.lowercased()
      let tokens = AssetName.tokens(of: lowercase[...])
      guard let first = tokens.first, let last = tokens.last,
        Self.endings.contains(last) || Self.isDigestWord(last) || Self.beginnings.contains(first)
      else { return nil }
      switch AssetEnding.split(lowercase[...], isWord: { _ in true }).ending {
      case .companion(.signature), .companion(.billOfMaterials), .installable: return nil
      default: break
      }
      let digestWords = tokens.filter(Self.isDigestWord)
      if digestWords.isEmpty || digestWords.contains(where: Self.isOtherAlgorithm) { return nil }
      return File(
        name: name, stem: Self.stem(of: lowercase[...]),
        words: Set(tokens).subtracting(digestWords).subtracting(Self.endings),
        statesAlgorithm: tokens.contains { $0.contains("256") },
        isSHA512: digestWords.contains(where: Self.isSHA512))
    }
  }

  /// Returns the files that may contain the digest of a file, best first: that of the file alone,
  /// and then those of many files. Returns an empty array if there is none.
  ///
  /// Among files of many digests, those whose names have few words that `asset` lacks, and that
  /// state the algorithm, are preferred. Files with SHA-512 digests come last.
  package func files(for asset: String) -> [ChecksumFile] {
    let lowercase = asset.lowercased()
    let words = Set(AssetName.tokens(of: lowercase[...]))
    let stem = AssetEnding.split(lowercase[...], isWord: { _ in true }).stem
    var ranked: [(key: (Int, Int, Int, Int), file: ChecksumFile)] = []
    for file in files where file.name != asset {
      let foreign = file.words.subtracting(words)
      let isOwn = file.stem == lowercase || file.stem == stem
      if !isOwn, file.isForOneFile || foreign.contains(where: Self.isPlatform) { continue }
      let kind = file.stem == lowercase ? 0 : isOwn ? 1 : 2
      ranked.append(
        (
          (file.isSHA512 ? 1 : 0, kind, foreign.count, file.statesAlgorithm ? 0 : 1),
          ChecksumFile(name: file.name, isForOneFile: isOwn, isSHA512: file.isSHA512)
        ))
    }
    ranked.sort { $0.key != $1.key ? $0.key < $1.key : $0.file.name < $1.file.name }
    return ranked.map(\.file)
  }

  /// Returns whether a word states a system or an architecture.
  private static func isPlatform(_ word: String) -> Bool {
    switch AssetWord.meanings[word] {
    case .system, .architecture, .linux: true
    default: false
    }
  }

  /// Removes the words for checksums from the end of a name in lowercase.
  private static func stem(of name: Substring) -> Substring {
    var rest = name
    while let separator = rest.lastIndex(where: { "._-".contains($0) }) {
      let word = String(rest[rest.index(after: separator)...])
      guard isDigestWord(word) || endings.contains(word) else { break }
      rest = rest[..<separator]
    }
    return rest
  }

  private static let endings: Set<String> = ["txt", "json"]
  /// Words that begin the name of a file of many digests.
  private static let beginnings: Set<String> = [
    "sha256sums", "shasums256", "checksums", "sha512sums", "shasums512",
  ]

  private static func isDigestWord(_ word: String) -> Bool {
    AssetWord.meanings[word] == .contents(.checksums) || otherDigestWords.contains(word)
      || isSHA512(word) || isOtherAlgorithm(word)
  }

  private static func isSHA512(_ word: String) -> Bool {
    word.hasPrefix("sha512") || word == "shasums512"
  }

  private static let otherDigestWords: Set<String> = [
    "sum", "sums", "digest", "hash", "sha2", "sha", "shasums256", "sha256s",
  ]

  /// Returns whether a word states an algorithm other than SHA-256 and SHA-512.
  private static func isOtherAlgorithm(_ word: String) -> Bool {
    let algorithms = [
      "md5", "sha384", "sha224", "sha3", "b3", "b2", "blake",
    ]
    return algorithms.contains(where: word.hasPrefix)
      || ["sha1", "sha1sum", "sha1sums"].contains(word)
  }
}

/// A file of a release that may contain the digest of another.
package struct ChecksumFile: Hashable, Sendable {
  package let name: String
  /// Whether the file contains the digest of a single file, so that the digest needs no name.
  package let isForOneFile: Bool
  /// Whether its name states that the digests are SHA-512 digests.
  package let isSHA512: Bool
}
