internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import SourceKinds
internal import Vocabulary

/// The definitions that can be compared with the `defined` lines of a lock without a request:
/// those of the shipped registry and of the Toolfile.
///
/// When a definition changes, so does its digest, and the lock keeps the old definition until the
/// next update. A line with a current digest but another source, package, or demand on the
/// publisher was edited by hand.
struct KnownDefinitions {
  private let folder: FilePath
  private let catalog: SourceCatalog
  /// The definitions in the Toolfile, or `nil` before they are read.
  private var own: [Definition]?

  /// Creates the definitions for the lock in `folder`.
  ///
  /// - Parameter own: The definitions in the Toolfile, or `nil` to read them if they are needed.
  init(_ own: [Definition]?, in folder: FilePath, _ catalog: SourceCatalog) {
    self.own = own
    self.folder = folder
    self.catalog = catalog
  }

  /// Returns the fault of the `defined` line of a stanza, or `nil` if it has none, or if its
  /// definition is unknown.
  mutating func fault(of tool: LockedTool) -> SyntaxFault? {
    guard let locked = tool.definition else { return nil }
    let definition: Definition?
    switch locked.registry {
    case LockedDefinition.shippedRegistry:
      definition = ShippedRegistry.standard.definition(of: tool.name)
    case LockedDefinition.toolfileRegistry: definition = ownDefinition(of: tool.name)
    default: definition = nil
    }
    guard let definition, definition.digest == locked.digest,
      let applied = try? AppliedDefinition(definition, in: locked.registry, catalog),
      !applied.agrees(with: locked)
    else { return nil }
    return .otherDefinition(tool: tool.name, registry: locked.registry)
  }

  private mutating func ownDefinition(of tool: ToolName) -> Definition? {
    if own == nil {
      // Loading the project reports a Toolfile that cannot be read.
      let path = folder.appending(Toolfile.name)
      own = (try? Toolfile.read(at: path, named: path.string))??.definitions ?? []
    }
    return own?.first { $0.name == tool }
  }
}
