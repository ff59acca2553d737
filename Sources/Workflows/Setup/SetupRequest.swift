package import Diagnostics
package import Filesystem
package import Manifests
internal import Vocabulary

/// What a machine is to be set up for.
package struct SetupRequest: Sendable {
  /// A Toolfile whose steps are wanted.
  package struct Part: Sendable {
    package let toolfile: Toolfile
    package let folder: FilePath
    /// The folder in which hooks run: that of the real file if the Toolfile in the home is a link.
    package let hookFolder: FilePath
    /// Whether it is the Toolfile in the user's home, rather than the project's.
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

    /// The statements of this platform about packages.
    package var hostPackages: [Toolfile.HostPackages] {
      toolfile.hostPackages.filter { $0.platforms?.contains(.current) ?? true }
    }

    /// The programs of the system that are required on this platform.
    package var systemRequirements: [Toolfile.SystemRequirement] {
      toolfile.systemRequirements.filter { $0.platforms?.contains(.current) ?? true }
    }
  }

  /// The Toolfiles, that of the project first.
  package var parts: [Part]
  /// The kinds of steps to carry out. The others count as skipped.
  package var kinds: Set<SetupStepName.Kind>
  /// The ids of steps to carry out although they are done.
  package var repeated: Set<String> = []

  /// Creates a request for all kinds of steps.
  package init(_ parts: [Part]) {
    self.parts = parts
    kinds = Set(SetupStepName.Kind.allCases)
  }
}
