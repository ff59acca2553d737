package import Diagnostics
package import Filesystem
package import Manifests
internal import Vocabulary

/// A request to set up a machine.
package struct SetupRequest: Sendable {
  /// A Toolfile that takes part in the setup.
  package struct Part: Sendable {
    package let toolfile: Toolfile
    package let folder: FilePath
    /// The folder in which hooks run: the folder of the real file if the Toolfile in the home
    /// directory is a link.
    package let hookFolder: FilePath
    /// Whether this is the Toolfile in the user's home directory, not the project's.
    package let isOfHome: Bool

    /// Creates a part. See the properties.
    package init(_ toolfile: Toolfile, in folder: FilePath, isOfHome: Bool) {
      let file = isOfHome ? try? folder.appending(Toolfile.name).resolvingLinks() : nil
      hookFolder = file?.parentDirectory ?? folder
      self.toolfile = toolfile
      self.folder = folder
      self.isOfHome = isOfHome
    }

    /// The hooks of this platform, in the order of the file.
    package var hooks: [Toolfile.Hook] {
      toolfile.hooks.filter { $0.platforms?.contains(.current) ?? true }
    }

    /// The `host` statements for this platform.
    package var hostPackages: [Toolfile.HostPackages] {
      toolfile.hostPackages.filter { $0.platforms?.contains(.current) ?? true }
    }

    /// The system programs that this platform requires.
    package var systemRequirements: [Toolfile.SystemRequirement] {
      toolfile.systemRequirements.filter { $0.platforms?.contains(.current) ?? true }
    }
  }

  /// The Toolfiles, the project's first.
  package var parts: [Part]
  /// The kinds of steps to run. Other steps count as skipped.
  package var kinds: Set<SetupStepName.Kind>
  /// Whether the plan leaves out the tools if they would be skipped, because looking for thousands
  /// of installations takes long.
  package var omitsSkippedTools = false
  /// The ids of the steps to run even if they are done.
  package var repeated: Set<String> = []

  /// Creates a request for all kinds of steps.
  package init(_ parts: [Part]) {
    self.parts = parts
    kinds = Set(SetupStepName.Kind.allCases)
  }
}
