package import Vocabulary

/// The ways in which a lock differs from its manifest.
package struct LockDifference: Hashable, Sendable {
  /// A locked tool whose request has changed.
  package struct Change: Hashable, Sendable {
    /// The difference between the stanza of a tool and the request for it.
    package enum Aspect: Hashable, Sendable {
      /// The requirements differ.
      case wants(locked: [Want], wanted: [Want])
      /// The declarations differ in these keys or values.
      case declaration(locked: [DeclarationEntry], wanted: [DeclarationEntry])
      /// The locked gems do not work with the oldest version that the Toolfile accepts of the tool
      /// that runs them.
      case runtime(ToolName, needs: String, oldest: String)
      /// The stanza has no artifact for these required platforms.
      case artifacts(missing: [Platform])
      /// The stanza does not record as much about the publisher as `required` demands. `locked` is
      /// nil if it records nothing.
      case provenance(locked: Provenance?, required: Provenance)
    }

    /// A requirement and the file or tool that declares it.
    package struct Want: Hashable, Sendable {
      /// The requirement as in a manifest, such as `~> 0.16`.
      package let requirement: String
      /// The file or tool that declares the requirement, or `nil` for the Toolfile.
      package let requester: String?

      /// Creates a requirement. Pass `nil` as `requester` for the Toolfile.
      package init(requirement: String, requester: String?) {
        self.requirement = requirement
        self.requester = requester
      }
    }

    /// A key and value of a declaration, such as `package` and `ruff`.
    package struct DeclarationEntry: Hashable, Sendable {
      package let key: String
      package let value: String

      /// Creates a key and value as the `declares` line of a lock spells them.
      package init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
      }
    }

    package let tool: ToolName
    package let aspect: Aspect
    package let origin: Origin

    /// Creates a change. `origin` is the location in the manifest, or the tool that has the need.
    package init(tool: ToolName, _ aspect: Aspect, origin: Origin) {
      self.tool = tool
      self.aspect = aspect
      self.origin = origin
    }
  }

  /// A requested tool that is missing from the lock.
  package struct Addition: Hashable, Sendable {
    package let tool: ToolName
    package let origin: Origin

    /// Creates an addition. `origin` is the location or tool that requests the tool.
    package init(tool: ToolName, origin: Origin) {
      self.tool = tool
      self.origin = origin
    }
  }

  /// A locked version that the requirements in the lock itself exclude.
  package struct Mismatch: Hashable, Sendable {
    package let tool: ToolName
    package let version: VersionText
    /// The requirement that excludes the version, such as `< 3`.
    package let requirement: String
    /// The location or tool that declares the requirement.
    package let origin: Origin

    /// Creates a mismatch. `requirement` has the form of a manifest.
    package init(tool: ToolName, version: VersionText, requirement: String, origin: Origin) {
      self.tool = tool
      self.version = version
      self.requirement = requirement
      self.origin = origin
    }
  }

  /// The tools to add to the lock.
  package var added: [Addition]
  /// The tools to remove from the lock.
  package var removed: [ToolName]
  /// The locked tools whose requests have changed. A tool may occur several times.
  package var changed: [Change]
  /// The locked versions that the requirements in the lock itself exclude.
  package var mismatches: [Mismatch]
  /// The platforms that the lock must cover but does not, sorted by name.
  package var addedPlatforms: [Platform]
  /// The platforms that the lock covers but need not, sorted by name.
  package var removedPlatforms: [Platform]
  /// The registries that the Toolfile names, but the lock does not.
  package var addedRegistries: [String] = []
  /// The registries that the lock names, but the Toolfile does not.
  package var removedRegistries: [String] = []
  /// Whether the lock names the registries in another order. The order decides which definition of
  /// a tool applies.
  package var isReordered = false
  /// Whether an older bootstrap wrote the lock.
  package var isOutdated: Bool

  /// Creates a difference. Without arguments, the lock matches its manifest.
  package init(
    added: [Addition] = [], removed: [ToolName] = [], changed: [Change] = [],
    mismatches: [Mismatch] = [], addedPlatforms: [Platform] = [], removedPlatforms: [Platform] = [],
    isOutdated: Bool = false
  ) {
    self.added = added
    self.removed = removed
    self.changed = changed
    self.mismatches = mismatches
    self.addedPlatforms = addedPlatforms
    self.removedPlatforms = removedPlatforms
    self.isOutdated = isOutdated
  }

  /// Whether the lock matches its manifest.
  package var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && changed.isEmpty && mismatches.isEmpty
      && addedPlatforms.isEmpty && removedPlatforms.isEmpty && addedRegistries.isEmpty
      && removedRegistries.isEmpty && !isReordered && !isOutdated
  }
}
