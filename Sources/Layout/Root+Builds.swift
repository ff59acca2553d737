package import Diagnostics
package import Filesystem

/// An installation that was built from source runs only at its original path and on its original
/// system, because its programs may contain the path and need the system's libraries. It counts as
/// not installed in a moved or copied root, or on another distribution. The same applies to gems,
/// which also need the Ruby that they were installed for.
extension Root {
  /// Returns whether a folder contains an installation, even a damaged one. Returns `false` if the
  /// installation was built for another path or system.
  ///
  /// - Parameter folder: The folder, or a link to it.
  package func hasInstallation(in folder: FilePath) -> Bool {
    let receipt = (try? folder.appending(Receipt.fileName).status()) ?? nil
    guard let receipt else { return folder.isDirectory }
    return !receipt.isExecutable || ((try? misfit(of: folder)) ?? nil) == nil
  }

  /// Returns whether an installation was built for its current path and for the running system.
  ///
  /// - Throws: ``FileError`` if the receipt exists but cannot be read.
  package func hasBuilt(_ installed: InstalledVersion) throws(FileError) -> Bool {
    let folder = folder(of: installed)
    // Shims recognize a built installation by this mark alone.
    guard let receipt = try folder.appending(Receipt.fileName).status(), receipt.isExecutable else {
      return false
    }
    if try Receipt.built(in: folder) == nil { return false }
    return try misfit(of: folder) == nil
  }

  /// Returns the reason why a built installation cannot run here, or `nil` if it can run or was not
  /// built from source.
  ///
  /// - Parameter folder: The folder of the installation, or a link to it.
  /// - Throws: ``FileError`` if the receipt is missing or cannot be read.
  package func misfit(of folder: FilePath) throws(FileError) -> BuildMisfit? {
    guard let built = try Receipt.built(in: folder) else { return nil }
    let system = SystemInterface.current
    if built.system != system { return .system(built.system, current: system) }
    if let ruby = built.ruby {
      let file = try? FilePath(ruby.program).resolvingLinks()
      if file != FilePath(ruby.file) { return .ruby(ruby.abi, program: ruby.program) }
    }
    // The root may have been reached by another name during the build.
    let intended = (try? FilePath(built.prefix).status()) ?? nil
    // An installation without its content is damaged.
    guard let actual = try folder.appending(Receipt.contentName).status() else { return nil }
    let isIntended =
      (intended?.device, intended?.inode) == (actual.device, actual.inode)
    return isIntended ? nil : .path(built.prefix)
  }

  /// Returns the folder of the installation whose Ruby runs the gems of `installed`, or `nil` if
  /// `installed` has no gems or uses another Ruby.
  package func rubyFolder(of installed: InstalledVersion) -> FilePath? {
    let folder = folder(of: installed)
    let receipt = (try? folder.appending(Receipt.fileName).status()) ?? nil
    guard receipt?.isExecutable == true, let built = (try? Receipt.built(in: folder)) ?? nil,
      let program = built.ruby.map({ FilePath($0.program) }), program.isPart(of: installs.path)
    else { return nil }
    return program.parentDirectory.parentDirectory
  }

  /// Returns the installations whose gems run on the Ruby of an installation, grouped by the folder
  /// of that Ruby.
  package func gemTools(
    among installations: [InstalledVersion]
  ) -> [FilePath: [InstalledVersion]] {
    let parts = BlockingThread.resultsOfParts(of: installations) { installations in
      installations.compactMap { installed in rubyFolder(of: installed).map { ($0, installed) } }
    }
    return Dictionary(grouping: parts.joined(), by: \.0).mapValues { $0.map(\.1) }
  }
}
