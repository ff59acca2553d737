internal import Diagnostics
package import Vocabulary

/// The proof of who published the files of a locked version: the `verified` line of a stanza.
///
/// ```
///   verified github:astral-sh/ruff workflow release.yml bundle linux-x64 sha256:5d0c…
///   verified github:acme/tool bundle linux-x64 sha256:5d0c… bundle any sha256:b27e… json@2.9.1
/// ```
///
/// Each `bundle` is the proof for one file: the artifact for the platform, or the part whose name
/// and version follow. The line has exactly one bundle for each file of the stanza.
///
/// The line records what was proved when the tool was locked. It proves nothing by itself, because
/// anybody who can edit the lock can write it.
package struct LockedVerification: Hashable, Sendable {
  /// A part of a tool, whose name alone need not be unique: `json@2.9.1`.
  package struct Part: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let name: PartName
    package let version: VersionText

    /// Creates the name of a part.
    package init(_ name: PartName, _ version: VersionText) {
      self.name = name
      self.version = version
    }

    /// Parses the spelling of ``description``. The name of a part never contains `@`.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
      guard let separator = bytes[range].firstIndex(of: UInt8(ascii: "@")),
        let name = PartName(bytes, range.lowerBound..<separator),
        let version = VersionText(bytes, separator + 1..<range.upperBound)
      else { return nil }
      self.init(name, version)
    }

    /// Returns whether `left` precedes `right`: by name, then by the text of the version.
    package static func < (left: Part, right: Part) -> Bool {
      (left.name.text, left.version.text) < (right.name.text, right.version.text)
    }

    package var description: String { "\(name)@\(version)" }
  }

  /// A file of a stanza that a bundle proves.
  package struct File: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The platform of the artifact or part, or `nil` for a part on all platforms.
    package let platform: Platform?
    /// The part, or `nil` for the artifact.
    package let part: Part?

    /// Creates the name of a file.
    package init(_ platform: Platform?, _ part: Part? = nil) {
      self.platform = platform
      self.part = part
    }

    /// Returns whether `left` precedes `right`: artifacts first, then parts in the order of their
    /// lines.
    package static func < (left: File, right: File) -> Bool {
      left.order < right.order
    }

    private var order: (Int, String, String, String) {
      (
        part == nil ? 0 : 1, platform?.rawValue ?? "", part?.name.text ?? "",
        part?.version.text ?? ""
      )
    }

    /// The fields after the digest, and the platform before it: `any json@2.9.1`.
    package var description: String {
      ([platform?.rawValue ?? LockedVerification.anyPlatform] + (part.map { ["\($0)"] } ?? []))
        .joined(separator: " ")
    }
  }

  /// The bundle that proves one file.
  package struct Bundle: Hashable, Sendable {
    package let file: File
    /// The digest of the bundle's compact JSON, or of the text of a minisign signature.
    package let digest: SHA256Digest

    /// Creates a bundle for `file`.
    package init(_ file: File, _ digest: SHA256Digest) {
      self.file = file
      self.digest = digest
    }
  }

  /// The publisher that all bundles prove.
  package let publisher: VerifiedPublisher
  /// The bundles: those of artifacts by platform name, then those of parts in the order of their
  /// lines.
  package private(set) var bundles: [Bundle]

  /// Creates a verification. `bundles` may be in any order, and must name each file once.
  package init(_ publisher: VerifiedPublisher, bundles: [Bundle]) {
    self.publisher = publisher
    self.bundles = bundles
    self.bundles.putInOrder { $0.file < $1.file }
  }

  fileprivate static let anyPlatform = "any"
  /// The word before each bundle.
  static let bundleWord = "bundle"

  /// Returns the digest of the bundle that proves `file`, or `nil` if none does.
  package subscript(file: File) -> SHA256Digest? {
    bundles.first { $0.file == file }?.digest
  }

  /// Returns a copy with the bundles of `files` alone, or `nil` if none is left.
  func keeping(_ files: [File]) -> LockedVerification? {
    let files = Set(files)
    let kept = bundles.filter { files.contains($0.file) }
    return kept.isEmpty ? nil : LockedVerification(publisher, bundles: kept)
  }

  /// The fields of the line in a lock, after the first word.
  var fields: [String] {
    publisher.fields
      + bundles.flatMap { bundle in
        [
          Self.bundleWord, bundle.file.platform?.rawValue ?? Self.anyPlatform,
          bundle.digest.description,
        ] + (bundle.file.part.map { ["\($0)"] } ?? [])
      }
  }
}

extension LockedTool {
  /// The files that a `verified` line must prove: all artifacts and parts.
  package var attestedFiles: [LockedVerification.File] {
    artifacts.map { .init($0.platform) }
      + parts.map { .init($0.platform, .init($0.name, $0.version)) }
  }

  /// A file for which the `verified` line has no bundle, or which the stanza does not have. `nil`
  /// if the line has exactly one bundle for each file, or if there is no line.
  ///
  /// A line with fewer bundles would claim more than it proves, because a tool is only as
  /// trustworthy as its least known file. Two parts with one name and version would share a bundle
  /// although only one of them was proved, so such a stanza cannot have the line.
  var fileOfWrongBundle: (file: LockedVerification.File, isMissing: Bool)? {
    guard let verification else { return nil }
    let files = attestedFiles.sorted()
    let proved = verification.bundles.map(\.file)
    for (file, other) in zip(files, proved) where file != other {
      return file < other ? (file, true) : (other, false)
    }
    if let file = files.dropFirst(proved.count).first { return (file, true) }
    return proved.dropFirst(files.count).first.map { ($0, false) }
  }
}

/// The part of a bundle in error messages. Unlike other fields for parts, it has a version.
private let partKind = "part with version"

extension LockLineReader {
  /// Reads the remaining bundles of a `verified` line. The word before the first one is already
  /// read.
  mutating func bundles() throws(LockLineError) -> [LockedVerification.Bundle] {
    var bundles: [LockedVerification.Bundle] = []
    var files: Set<LockedVerification.File> = []
    var isAtBundle = true
    while isAtBundle {
      let platform = try platformOrAny()
      let offset = errorOffset
      let digest = try digest()
      let (part, isFollowed) = try partOfBundle()
      let file = LockedVerification.File(platform, part)
      // An artifact always has a platform.
      if platform == nil, part == nil { throw error(.missingField(partKind)) }
      if !files.insert(file).inserted {
        throw LockLineError(fault: .repeatedField("\(file)"), offset: offset)
      }
      bundles.append(LockedVerification.Bundle(file, digest))
      isAtBundle = isFollowed
    }
    return bundles
  }

  /// Reads what follows the digest of a bundle: perhaps a part, and perhaps the word before another
  /// bundle. That word is not a part, because it has no version.
  private mutating func partOfBundle() throws(LockLineError) -> (
    part: LockedVerification.Part?, isFollowed: Bool
  ) {
    guard let range = try next() else { return (nil, false) }
    if text(range) == LockedVerification.bundleWord { return (nil, true) }
    guard let part = LockedVerification.Part(source, range) else { throw wrong(partKind, range) }
    guard let word = try next() else { return (part, false) }
    guard text(word) == LockedVerification.bundleWord else { throw error(.extraField(text(word))) }
    return (part, true)
  }
}
