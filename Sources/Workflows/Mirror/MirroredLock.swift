internal import Cryptography
package import Diagnostics
package import Filesystem
internal import Installation
internal import Layout
internal import Manifests
internal import Projects
internal import Transport
package import Vocabulary

/// A lock whose files a mirror has, or is to get.
package struct MirroredLock: Sendable {
  /// The path of the lock as messages show it.
  package let name: String
  /// The folder of the lock, from which relative `file:` addresses start.
  let folder: FilePath
  /// The text of the lock.
  let bytes: [UInt8]
  private let lock: Lockfile

  /// Reads a lock.
  ///
  /// - Parameters:
  ///   - path: The path of the lock, or of its folder.
  ///   - formatPath: Returns a path as messages show it.
  /// - Throws: ``FileProblem/missing(path:name:)`` if there is no lock, or another ``Problem`` if
  ///   it cannot be read or has syntax problems.
  package init(at path: FilePath, formatPath: (FilePath) -> String) throws(Problem) {
    let file = path.isDirectory ? path.appending(Lockfile.name) : path
    name = formatPath(file)
    folder = file.parentDirectory
    let bytes = try mappingFileErrors { () throws(FileError) in
      try file.contentsIfPresent(limit: Lockfile.maximumByteCount)
    }
    guard let bytes else {
      throw .project(.file(.missing(path: name, name: Lockfile.name)))
    }
    self.bytes = bytes
    do throws(SyntaxProblems) {
      lock = try Lockfile(parsing: bytes, path: name)
    } catch {
      throw .syntax(error)
    }
  }

  /// The files that installs by the lock need on all its platforms, with the attestations of the
  /// verified publishers, each once.
  var files: [MirroredFile] {
    var seen: Set<SHA256Digest> = []
    return lock.tools.flatMap { tool in
      lock.platforms.compactMap { PlannedInstallation(tool, for: $0) }.flatMap { planned in
        planned.files.map { MirroredFile($0, of: planned, folder: folder) }
      }
        + (tool.verification?.bundles ?? []).map { MirroredFile($0, of: tool, folder: folder) }
    }.filter { seen.insert($0.digest).inserted }
  }

  /// The tag of the manifest of this lock in a registry.
  package var tag: String { "lock-\(digest.hexadecimal)" }

  /// The digest of the text of the lock.
  package var digest: SHA256Digest { SHA256.digest(of: bytes) }

  // MARK: The manifest

  /// The contents of the empty configuration (OCI Image Specification 1.1).
  static let configuration = Array("{}".utf8)

  /// Returns the manifest that names the lock itself and its files, so that the registry keeps
  /// them.
  ///
  /// - Parameter attestations: The sizes in bytes of the attestations that the registry has.
  func manifest(with attestations: [SHA256Digest: Int]) -> [UInt8] {
    let sizes = files.compactMap { file in
      (file.size ?? attestations[file.digest]).map { (file.digest, size: $0) }
    }
    let layers =
      [Self.descriptor(Self.artifactType, digest, size: bytes.count)]
      + sizes.sorted { $0.0.hexadecimal < $1.0.hexadecimal }
      .map { Self.descriptor("application/octet-stream", $0.0, size: $0.size) }
    let configuration = Self.descriptor(
      "application/vnd.oci.empty.v1+json", SHA256.digest(of: Self.configuration),
      size: Self.configuration.count)
    return Array(
      """
      {"schemaVersion":2,"mediaType":"\(HTTPClient.manifestType)",\
      "artifactType":"\(Self.artifactType)","config":\(configuration),\
      "layers":[\(layers.joined(separator: ","))]}
      """.utf8)
  }

  private static let artifactType = "application/vnd.bootstrap.lock.v1"

  private static func descriptor(_ type: String, _ digest: SHA256Digest, size: Int) -> String {
    #"{"mediaType":"\#(type)","digest":"\#(digest)","size":\#(size)}"#
  }
}
