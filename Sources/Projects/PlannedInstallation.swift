package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
package import Vocabulary

/// An installation to make: the files to fetch, their assembly, and the executables to provide.
package struct PlannedInstallation: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  /// The declaration in the lock, which determines how the executables in the artifact are found.
  package let declaration: LockedDeclaration
  package let artifact: Artifact
  /// The files to install in addition to the artifact, such as gems.
  package let parts: [ArtifactPart]
  /// The executables that the lock lists. Empty if it lists none.
  package let provides: [ExecutableName]
  /// The gems whose installation may run code. Empty for a tool that is not a gem.
  package let extensions: [PartName]
  /// How the files become the installation. Each case has a type that conforms to
  /// `Assembler`, such as `UnpackAssembler`.
  package let assembly: InstallationAssembly
  package let id: ContentID

  /// Creates an installation. Its content id is computed from the artifact, the executables, the
  /// parts, the steps of the declaration, and the tools that these can run.
  package init(
    tool: ToolName, version: VersionText, declaration: LockedDeclaration, artifact: Artifact,
    parts: [ArtifactPart] = [], provides: [ExecutableName], dependencies: [BuildDependency] = [],
    extensions: [PartName] = []
  ) {
    self.init(
      tool: tool, version: version, declaration: declaration, artifact: artifact, parts: parts,
      provides: provides, dependencies: dependencies, extensions: extensions, id: nil)
  }

  /// Creates an installation, and computes its content id if `id` is `nil`.
  private init(
    tool: ToolName, version: VersionText, declaration: LockedDeclaration, artifact: Artifact,
    parts: [ArtifactPart], provides: [ExecutableName], dependencies: [BuildDependency],
    extensions: [PartName], id: ContentID?
  ) {
    assembly = InstallationAssembly(
      artifact.format, steps: declaration.steps, dependencies: dependencies,
      platform: artifact.platform)
    self.tool = tool
    self.version = version
    self.declaration = declaration
    self.artifact = artifact
    self.parts = parts
    self.provides = provides
    self.extensions = extensions
    self.id =
      id
      ?? InstallationContent(
        artifact.format, artifact.digest,
        executables: declaration.executables(named: provides), parts: parts, assembly: assembly
      ).id
  }

  /// Plans the installation of a locked tool, or returns `nil` if the tool is not
  /// locked for `platform`.
  package init?(_ tool: LockedTool, for platform: Platform) {
    guard let artifact = tool.artifact(for: platform) else { return nil }
    self.init(
      tool: tool.name, version: tool.version, declaration: tool.declaration, artifact: artifact,
      parts: tool.parts(for: platform), provides: tool.executables(for: platform),
      dependencies: tool.dependencies(for: platform), extensions: tool.extensions,
      id: tool.knownContentID(of: artifact))
  }

  /// Whether the installation is built from source.
  package var isBuilt: Bool { !assembly.steps.isEmpty }

  /// The gems that are compiled during the installation: the ``extensions``, except those whose
  /// file is for a specific platform and therefore already compiled.
  package var compiledGems: [PartName] {
    let own = declaration["package"] ?? tool.text
    return extensions.filter { name in
      if let part = parts.first(where: { $0.name == name }) {
        return part.url.text.hasSuffix("/\(name)-\(part.version).gem")
      }
      return name.text == own
        && artifact.urls.contains { $0.text.hasSuffix("/\(name)-\(version).gem") }
    }
  }

  /// Whether the installation runs steps or compiles gems.
  package var needsBuilding: Bool { isBuilt || !compiledGems.isEmpty }

  /// For a build, the installed tools on the `PATH` of its steps. For gems, the Ruby that runs
  /// them. Otherwise empty.
  package var dependencies: [InstalledVersion] { assembly.dependencies.map(InstalledVersion.init) }

  /// The files to fetch, the artifact first.
  package var files: [PlannedFile] { [PlannedFile(artifact)] + parts.map(PlannedFile.init) }

  /// The total size of all files in bytes.
  package var byteCount: Int { files.reduce(0) { $0 + $1.size } }

  /// The identity of the installation, which determines its folder.
  package var installed: InstalledVersion {
    InstalledVersion(tool: tool, version: version, id: id)
  }

  /// Returns whether there is a folder of the installation, complete or not. One that was built for
  /// another path or another system does not count: its programs may contain that path, and need
  /// the libraries of that system.
  ///
  /// - Throws: ``FileError`` if the system cannot tell.
  package func exists(in root: Root) throws(FileError) -> Bool {
    assembly == .unpack
      ? try root.folder(of: installed).isPresent() : try root.hasBuilt(installed)
  }

  /// Returns whether the installation exists with all its executables.
  ///
  /// An installation becomes visible through a single rename, so its folder is complete at first.
  /// Of later damage, this function detects only missing executables.
  ///
  /// - Throws: ``FileError`` if the system cannot tell.
  func isComplete(in root: Root) throws(FileError) -> Bool {
    let folder = root.folder(of: installed)
    if assembly != .unpack, try !root.hasBuilt(installed) { return false }
    if provides.isEmpty { return try folder.isPresent() }
    let bin = folder.appending("bin")
    // The links in `bin` are followed, so a link without its executable does not suffice.
    for name in provides where try !bin.appending(name.text).isPresent() { return false }
    return true
  }

  /// The tool and version as messages show them, such as `ruff 0.17.5`.
  package var title: String { "\(tool) \(version)" }

  /// The tool and version as problems report them.
  package var wanted: WantedVersion { WantedVersion(tool: tool, version: .exact(version)) }
}

/// A file to fetch for an installation.
package struct PlannedFile: Hashable, Sendable {
  /// The name of the part, or `nil` for the artifact.
  package let part: PartName?
  package let format: ArtifactFormat
  package let digest: SHA256Digest
  /// The size of the file as downloaded, in bytes.
  package let size: Int
  /// The addresses of the file, best first; at least one.
  package let urls: [ArtifactURL]
  /// The folder within the installation that receives the contents.
  package let folder: String

  fileprivate init(_ artifact: Artifact) {
    part = nil
    format = artifact.format
    digest = artifact.digest
    size = artifact.size
    urls = artifact.urls
    folder = Receipt.contentName
  }

  fileprivate init(_ part: ArtifactPart) {
    self.part = part.name
    format = part.format
    digest = part.digest
    size = part.size
    urls = [part.url]
    folder = Receipt.folder(of: part)
  }
}
