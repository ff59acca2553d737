package import Diagnostics
package import Filesystem
internal import Layout
package import Vocabulary

/// The tools that commands find in a project whose seal holds (``ProjectSeal``). The seal lists
/// their folders, so of the lock, only a few stanzas are read.
package struct SealedTools: Sendable {
  /// The pins of the tools that may provide the program of the command, and of the tools with
  /// packages.
  package let chain: PinChain
  /// The pins of the tools with packages.
  package let pinsWithPackages: [SelectedPin]
  /// The folders for the front of `PATH`.
  package let folders: [FilePath]
}

extension Selector {
  /// Returns the tools of the project here, and renews the time of their last use. Returns `nil`
  /// if something differs from what the last install left, or if anything else pins tools. The
  /// pins must then be read.
  ///
  /// - Parameters:
  ///   - executable: The program of the command, or `nil` if it does not matter.
  ///   - isDirect: Whether the tools are for a shell in direct mode. If so, the result is `nil` if
  ///     one of them must run through its shim.
  /// - Throws: ``Problem/system(_:)`` if the system cannot tell what is installed.
  package func sealedTools(
    for executable: ExecutableName?, isDirect: Bool = false
  ) throws(Problem) -> SealedTools? {
    guard let (project, seal) = try sealOfAllTools(), seal.isDirect || !isDirect,
      root.hasSealedShims
    else { return nil }
    let isInstalled = try mappingFileErrors { () throws(FileError) in
      try seal.hasInstallations(in: root)
    }
    if !isInstalled { return nil }
    var tools = Set(packages.ofTools.keys)
    if let executable {
      tools.formUnion(try providers(of: executable))
      tools.formUnion([ToolName(executable.text)].compactMap(\.self))
    }
    let locked = tools.filter { seal.contains($0) ?? true }
    let chain = try pinChain(
      reading: .sealedLock(of: project, locked, providing: executable))
    let pinsWithPackages = try chain.pins().filter { packageFolder(of: $0) != nil }
    if isDirect, !pinsWithPackages.isEmpty { return nil }
    guard let folders = folders(of: seal, pinsWithPackages) else { return nil }
    recordUse(of: seal)
    return SealedTools(chain: chain, pinsWithPackages: pinsWithPackages, folders: folders)
  }

  /// Returns the folders that ``searchPath(of:)`` returns for the tools of a project. Returns `nil`
  /// if they include a view that does not exist.
  private func folders(of seal: ProjectSeal, _ pinsWithPackages: [SelectedPin]) -> [FilePath]? {
    let packages = pinsWithPackages.map { ($0.tool, packageFolder(of: $0)?.appending("bin")) }
    if seal.toolCount > ToolView.folderLimit {
      guard let view = seal.view.map({ ToolView(named: $0, in: root) }), view.recordUse() else {
        return nil
      }
      return packages.compactMap(\.1) + [view.folder]
    }
    let installs = root.installs.path
    return seal.installations.flatMap { installation in
      let folder = packages.first { installation.hasPrefix("\($0.0)/") }?.1
      return [folder, installs.appending(installation + "/bin")].compactMap(\.self)
    }
  }
}
