package import Manifests

/// What an installation consists of, as text in its folder: `.receipt`.
///
/// It is written before the installation becomes visible and never changed, so the store can be filled from it again after a
/// crash, and `verify` has something to compare the disk with.
///
/// ```
/// receipt 1
/// tool ruff 0.17.5 1f00aa31c2d4
/// from pypi linux-x64 wheel sha256:1f00… 10211343
/// provides ruff content/ruff-0.17.5.data/scripts/ruff
/// file 755 24536896 sha256:9c41… content/ruff-0.17.5.data/scripts/ruff
/// link bin/ruff ../content/ruff-0.17.5.data/scripts/ruff
/// ```
///
/// Each part adds a line below `from`: `part addressable 2.8.7 gem sha256:70ba… 98304`.
///
/// A path is the rest of its line; a newline or backslash in it is written `\n` or `\\`, and in a link's own path a space `\s`.
package struct Receipt: Hashable, Sendable {
  package static let fileName = ".receipt"
  /// The folder beside it that has the artifact's own files.
  package static let contentName = "content"
  /// The folder beside it that holds a folder for each part.
  package static let partsName = "parts"
  /// Larger ones are not read: 20,000 files need about 4 MB.
  package static let maximumByteCount = 256 << 20

  package struct File: Hashable, Sendable {
    /// Relative to the installation's folder.
    package let path: String
    /// The permission bits.
    package let mode: UInt16
    /// In bytes.
    package let size: Int
    /// As it was computed when the file was unpacked, or as the wheel that it is from says it: the wheel's own digest vouches for that.
    package let digest: SHA256Digest

    package init(path: String, mode: UInt16, size: Int, digest: SHA256Digest) {
      self.path = path
      self.mode = mode
      self.size = size
      self.digest = digest
    }
  }

  package struct Link: Hashable, Sendable {
    package let path: String
    package let target: String

    package init(path: String, target: String) {
      self.path = path
      self.target = target
    }
  }

  /// A component installed with the artifact, such as a gem.
  package struct Part: ContentPart, Hashable, Sendable {
    package let name: PartName
    package let version: VersionText
    package let format: ArtifactFormat
    package let digest: SHA256Digest
    /// The download's size in bytes.
    package let size: Int

    package init(
      name: PartName, version: VersionText, format: ArtifactFormat, digest: SHA256Digest, size: Int
    ) {
      self.name = name
      self.version = version
      self.format = format
      self.digest = digest
      self.size = size
    }

    package init(_ part: ArtifactPart) {
      self.init(
        name: part.name, version: part.version, format: part.format, digest: part.digest,
        size: part.size)
    }
  }

  package struct Executable: Hashable, Sendable {
    package let name: ExecutableName
    /// Relative to the installation's folder: what `bin/<name>` links to.
    package let path: String

    package init(name: ExecutableName, path: String) {
      self.name = name
      self.path = path
    }
  }

  package let tool: ToolName
  package let version: VersionText
  package let id: ContentID
  package let source: String
  package let platform: Platform
  package let format: ArtifactFormat
  /// Of the artifact as it was fetched.
  package let digest: SHA256Digest
  /// Of the artifact, in bytes.
  package let size: Int
  package let parts: [Part]
  package let executables: [Executable]
  package let files: [File]
  package let links: [Link]

  package init(
    tool: ToolName, version: VersionText, id: ContentID, source: String, platform: Platform,
    format: ArtifactFormat, digest: SHA256Digest, size: Int, parts: [Part] = [],
    executables: [Executable], files: [File], links: [Link]
  ) {
    self.tool = tool
    self.version = version
    self.id = id
    self.source = source
    self.platform = platform
    self.format = format
    self.digest = digest
    self.size = size
    self.parts = parts
    self.executables = executables
    self.files = files
    self.links = links
  }

  /// The value that ``id`` must have, computed from the artifact and the parts.
  package var contentID: ContentID { ContentID(of: digest, format, with: parts) }

  /// The bytes of all files, unpacked.
  package var unpackedSize: Int { files.reduce(0) { $0 + $1.size } }
}
