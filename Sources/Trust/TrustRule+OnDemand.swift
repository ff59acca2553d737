internal import Diagnostics
package import Filesystem
package import Manifests
internal import SourceKinds
internal import Vocabulary

extension TrustRule {
  /// Returns whether `install-on-exec` may install a locked tool, so that typing its name in a
  /// fresh clone is enough to download and run it.
  ///
  /// This is allowed if the user chose where the tool comes from: a trusted definition provides it,
  /// or the address of its source is in the user's settings. If only the project made that choice,
  /// the user must have accepted the tool's source or all of its programs.
  ///
  /// - Parameters:
  ///   - tool: The locked tool.
  ///   - folder: The folder that the user's consent is for.
  ///   - guarded: The executables that need consent in the project.
  package func permitsOnDemand(
    _ tool: LockedTool, of folder: FilePath, _ guarded: GuardedExecutables
  ) -> Bool {
    if acceptsEverything || guarded.isDefined(tool) { return true }
    let declaration = tool.declaration
    if let address = declaration[LockedDeclaration.addressKey] {
      let source = TrustItem.source(declaration.source, address: address)
      if accepts([source], for: folder) { return true }
    } else if SourceCatalog.standard[declaration.source]?.settings.isEmpty == false {
      return true
    }
    let programs = guarded.items(of: tool).filter {
      if case .executable = $0 { true } else { false }
    }
    return accepts(programs, for: folder)
  }

  private func accepts(_ items: [TrustItem], for folder: FilePath) -> Bool {
    let requests = items.map { TrustProblem.Request($0) }
    return (try? open(requests, for: folder))?.isEmpty ?? false
  }
}
