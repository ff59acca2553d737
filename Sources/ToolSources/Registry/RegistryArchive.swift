internal import Archives
package import Diagnostics
package import Filesystem
package import Manifests
internal import SourceKinds
package import Vocabulary

/// A registry in an archive: all files whose names end with `.rb`, in any folder of the archive.
///
/// Files and folders whose names begin with a dot are ignored.
package struct RegistryArchive: Sendable {
  /// The maximum size of an archive.
  package static let maximumByteCount = 32 * 1024 * 1024

  /// The limits for the contents, which leave room for the other files of a repository.
  private static let limits = {
    var limits = ArchiveLimits()
    limits.members = 20_000
    limits.size = 128 * 1024 * 1024
    return limits
  }()

  /// The path or address as messages show it.
  private let name: String
  private let format: ArchiveFormat

  /// Creates the registry with the path or address `name`. Returns `nil` unless the name ends like
  /// that of an archive, such as `registry.tar.gz`.
  package init?(named name: String) {
    let path = name.prefix { $0 != "?" && $0 != "#" }
    guard case .known(let known) = PackageFormat(of: path), !known.isSingleFile,
      let format = ArchiveFormat(rawValue: known.text)
    else { return nil }
    self.name = name
    self.format = format
  }

  /// Reads the texts, in the order of the files' paths. Problems of the texts are part of the
  /// result.
  ///
  /// - Parameters:
  ///   - file: The archive.
  ///   - origin: The statement that names the registry, or `nil` if there is none.
  /// - Throws: ``Problem/sources(_:)`` if the archive cannot be unpacked, or ``Problem`` if it
  ///   cannot be read.
  package func texts(
    in file: FilePath, origin: Origin? = nil
  ) async throws(Problem) -> RegistryTexts {
    let subject = ProblemSubject(source: "registry", origin: origin)
    var extraction = ArchiveExtraction(of: file, as: format, foldsCase: false)
    extraction.limits = Self.limits
    let members: [ExtractedFile]
    do {
      // An extra byte reveals a file that is too large.
      members = try await extraction.examine(keeping: RegistryText.maximumByteCount + 1) {
        $0.kind == .file && Self.isRegistryText($0.path.text) ? MemberPlacement($0) : nil
      }
    } catch {
      throw Problem(subject.error(error, in: name))
    }
    var texts = RegistryTexts()
    for member in members { texts.add(member.head, path: "\(name)/\(member.path.text)") }
    return texts
  }

  private static func isRegistryText(_ path: String) -> Bool {
    path.hasSuffix(".rb") && !path.split(separator: "/").contains { $0.hasPrefix(".") }
  }
}
