internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import SourceKinds
internal import Versions

/// The definitions with which the `defined` lines of a lock can be compared without a request.
///
/// A definition that moved on has another digest, and a lock may state the earlier one until the
/// next update. With the same digest, however, the line states what the definition came to, or
/// somebody has edited it.
struct QuotedDefinitions {
  private let lock: Lockfile
  private let folder: FilePath
  private let catalog: SourceCatalog
  /// The definitions in the Toolfile, or `nil` before they are read.
  private var own: [Definition]?

  /// Creates the definitions for the lock in `folder`.
  init(_ lock: Lockfile, in folder: FilePath, _ catalog: SourceCatalog) {
    self.lock = lock
    self.folder = folder
    self.catalog = catalog
  }

  /// Returns the fault of the `defined` line of a stanza, or `nil` if it has none, or if its
  /// definition is not at hand.
  mutating func fault(of tool: LockedTool) -> SyntaxFault? {
    guard let quoted = tool.definition else { return nil }
    let definition: Definition?
    switch quoted.registry {
    case LockedDefinition.shippedRegistry:
      definition = ShippedRegistry.standard.definition(of: tool.name)
    case LockedDefinition.toolfileRegistry:
      definition = ownDefinition(of: tool.name)
    default:
      return lock.registries.contains { $0.name == quoted.registry }
        ? nil : .unstatedRegistry(tool: tool.name.text, registry: quoted.registry)
    }
    guard let definition, definition.digest == quoted.digest,
      let applied = try? AppliedDefinition(definition, in: quoted.registry, catalog),
      let version = try? Version(parsing: tool.version.text, scheme: applied.scheme),
      applied.locked(for: version) != quoted
    else { return nil }
    return .otherDefinition(tool: tool.name.text, registry: quoted.registry)
  }

  private mutating func ownDefinition(of tool: ToolName) -> Definition? {
    if own == nil {
      // Who loads the project reports a Toolfile that cannot be read.
      let path = folder.appending(Toolfile.name)
      own = (try? Toolfile.read(at: path, named: path.string))??.definitions ?? []
    }
    return own?.first { $0.name == tool }
  }
}
