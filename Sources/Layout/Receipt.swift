package import Manifests
package import Vocabulary

/// A record of the origin and the files of an installation: the text file `.receipt` in its folder.
///
/// The receipt is written before the installation becomes visible, and never changes. After a
/// crash, the store can be rebuilt from all receipts. `verify` trusts a receipt no more than the
/// files beside it.
///
/// ```
/// receipt 2
/// tool ruff 0.17.5 5d0c…
/// from pypi linux-x64 wheel sha256:1f00… 10211343
/// provides ruff content/ruff-0.17.5.data/scripts/ruff
/// file 755 24536896 sha256:9c41… content/ruff-0.17.5.data/scripts/ruff
/// link bin/ruff ../content/ruff-0.17.5.data/scripts/ruff
/// ```
///
/// The `tool` line ends with the content id. Each part adds a line below `from`, such as
/// `part addressable 2.8.7 gem sha256:70ba… 98304`. If the Toolfile specifies the path of an
/// executable, its line starts with `declares` instead of `provides`.
///
/// An installation that was built from source has further lines after `from`: the system and the
/// path that it was built for, the steps, and the installed tools that the steps could run.
///
/// ```
/// built glibc-2.41 /home/ann/.bootstrap/installs/lua/5.4.4-5d0c…/content
/// step make linux
/// with cmake 4.1.2 5d0c…
/// ```
///
/// For gems, the Ruby that they were installed for replaces the steps. The line contains the
/// version of its binary interface, its platform, its path, and the file to which the path
/// resolved.
///
/// ```
/// built glibc-2.41 /home/ann/.bootstrap/installs/pod/1.17.0-5d0c…/content
/// ruby 3.1.0 x86_64-linux-gnu /usr/bin/ruby /usr/bin/ruby3.1
/// ```
///
/// The file of such a receipt is executable. This mark costs nothing, because every run of a tool
/// checks the status of the receipt anyway. A copy that loses the mark also makes the programs
/// unusable.
///
/// The last path or target of a line extends to the line feed. A newline in it is written as `\n`,
/// and a backslash as `\\`. In a link's line, the path is followed by a space and the target, so a
/// space in the path is written as `\s`.
package struct Receipt: Hashable, Sendable {
  package static let fileName = ".receipt"
  /// The format number after `receipt`. Receipts with another number are not read.
  static let formatNumber = 2
  /// The permissions of the receipt of an installation that was built from source.
  package static let buildPermissions: UInt16 = 0o755
  /// The folder beside the receipt that contains the files of the artifact.
  package static let contentName = "content"
  /// The folder beside the receipt that contains a folder for each part.
  private static let partsName = "parts"

  /// Returns the folder of a part, relative to the folder of the installation.
  package static func folder(of part: some ContentPart) -> String {
    "\(partsName)/\(part.name)-\(part.version)"
  }
  /// The maximum size of a receipt in bytes. A receipt for 20,000 files takes about 4 MB.
  package static let maximumByteCount = 256 << 20

  /// A regular file of an installation.
  package struct File: Hashable, Sendable {
    /// The path relative to the folder of the installation.
    package let path: String
    /// The permission bits.
    package let mode: UInt16
    /// The size in bytes.
    package let size: Int
    /// The digest of the file, computed during unpacking or copied from the wheel's `RECORD`. The
    /// digest of the wheel protects the `RECORD`.
    package let digest: SHA256Digest

    /// Creates a file. `path` is relative to the folder of the installation, and `size` is
    /// in bytes.
    package init(path: String, mode: UInt16, size: Int, digest: SHA256Digest) {
      self.path = path
      self.mode = mode
      self.size = size
      self.digest = digest
    }
  }

  /// A symbolic link of an installation.
  package struct Link: Hashable, Sendable {
    package let path: String
    package let target: String

    /// Creates a link. `path` is relative to the folder of the installation, and `target` is the
    /// text of the link.
    package init(path: String, target: String) {
      self.path = path
      self.target = target
    }
  }

  /// A file that was installed in addition to the artifact, such as a gem.
  package struct Part: ContentPart, Hashable, Sendable {
    package let name: PartName
    package let version: VersionText
    package let format: ArtifactFormat
    package let digest: SHA256Digest
    /// The size of the download in bytes.
    package let size: Int

    /// Creates a part. `size` is the size of the download in bytes.
    package init(
      name: PartName, version: VersionText, format: ArtifactFormat, digest: SHA256Digest, size: Int
    ) {
      self.name = name
      self.version = version
      self.format = format
      self.digest = digest
      self.size = size
    }

    /// Creates a part from a locked part, without its platform and address.
    package init(_ part: ArtifactPart) {
      self.init(
        name: part.name, version: part.version, format: part.format, digest: part.digest,
        size: part.size)
    }
  }

  /// An executable that the installation provides.
  package struct Executable: Hashable, Sendable {
    package let name: ExecutableName
    /// The target of `bin/<name>`, relative to the folder of the installation.
    package let path: String
    /// Whether the Toolfile specifies the path. If not, the rule for archives determines the path.
    package let isDeclared: Bool

    /// Creates an executable. `path` is relative to the folder of the installation.
    package init(name: ExecutableName, path: String, isDeclared: Bool = false) {
      self.name = name
      self.path = path
      self.isDeclared = isDeclared
    }

    /// The properties that affect the content id. A declared path is relative to the artifact.
    package var content: Toolfile.Executable {
      let artifactPath = ArtifactPath(path.dropFirst(Receipt.contentName.count + 1))
      return .init(name, path: isDeclared ? artifactPath : nil)
    }
  }

  /// How an installation was built from source, or installed from gems.
  package struct Build: Hashable, Sendable {
    /// The POSIX shell command lines, in order. Empty only for gems.
    package let steps: [String]
    /// The installed tools that the steps could run, sorted by name.
    package let dependencies: [BuildDependency]
    /// The path that the programs were configured for. They may not work at another path.
    package let prefix: String
    /// The system that the programs were built on (``SystemInterface/current``), as one word.
    package let system: String
    /// The Ruby that gems were installed for. `nil` for a build from source.
    package let ruby: RubyInterface?

    /// Creates the record of a build. See the properties.
    package init(
      steps: [String], dependencies: [BuildDependency] = [], prefix: String, system: String,
      ruby: RubyInterface? = nil
    ) {
      self.steps = steps
      self.dependencies = dependencies
      self.prefix = prefix
      self.system = system
      self.ruby = ruby
    }
  }

  package let tool: ToolName
  package let version: VersionText
  package let id: ContentID
  package let source: String
  package let platform: Platform
  package let format: ArtifactFormat
  /// The digest of the artifact as downloaded.
  package let digest: SHA256Digest
  /// The size of the artifact as downloaded, in bytes.
  package let size: Int
  /// The way the installation was built, or installed from gems, or `nil` if it was only unpacked.
  package let build: Build?
  package let parts: [Part]
  package let executables: [Executable]
  package let files: [File]
  package let links: [Link]

  /// Creates a receipt. `digest` and `size` are those of the downloaded artifact.
  package init(
    tool: ToolName, version: VersionText, id: ContentID, source: String, platform: Platform,
    format: ArtifactFormat, digest: SHA256Digest, size: Int, build: Build? = nil,
    parts: [Part] = [], executables: [Executable], files: [File], links: [Link]
  ) {
    self.tool = tool
    self.version = version
    self.id = id
    self.source = source
    self.platform = platform
    self.format = format
    self.digest = digest
    self.size = size
    self.build = build
    self.parts = parts
    self.executables = executables
    self.files = files
    self.links = links
  }

  /// The installation that the receipt describes.
  package var installed: InstalledVersion { InstalledVersion(tool: tool, version: version, id: id) }

  /// Returns whether the installation provides the executable.
  package func provides(_ executable: ExecutableName) -> Bool {
    executables.contains { $0.name == executable }
  }

  /// The content id computed from the artifact, the executables, and the parts. It must equal
  /// ``id``.
  package var contentID: ContentID {
    InstallationContent(
      format, digest, executables: executables.map(\.content), parts: parts,
      assembly: InstallationAssembly(
        format, steps: build?.steps ?? [], dependencies: build?.dependencies ?? [],
        platform: platform)
    ).id
  }

  /// The receipt without files and links. It still determines the ``contentID``.
  package var withoutFiles: Receipt {
    Receipt(
      tool: tool, version: version, id: id, source: source, platform: platform, format: format,
      digest: digest, size: size, build: build, parts: parts, executables: executables, files: [],
      links: [])
  }

  /// The total size of the artifact and the parts as downloaded, in bytes.
  package var downloadSize: Int { parts.reduce(size) { $0 + $1.size } }

  /// The total size of all unpacked files in bytes.
  package var unpackedSize: Int { files.reduce(0) { $0 + $1.size } }
}
