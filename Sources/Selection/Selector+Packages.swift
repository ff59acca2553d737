package import Filesystem
internal import Layout
internal import Manifests
package import Vocabulary

extension Selector {
  /// Returns the folder of what the package manager of the pinned tool installs, or `nil` if the
  /// tool has no package manager.
  package func packageFolder(of pin: SelectedPin) -> FilePath? {
    guard case .exact(let version) = pin.version, packages.ofTools[pin.tool] != nil else {
      return nil
    }
    return root.packages(of: pin.tool, version)
  }

  /// Returns the path of an executable that a package of the pinned version provides, or `nil` if
  /// none does.
  func packageProgram(_ executable: ExecutableName, of pin: SelectedPin) -> FilePath? {
    let program = packageFolder(of: pin)?.appending("bin").appending(executable.text)
    return program.flatMap { $0.isExecutableFile ? $0 : nil }
  }

  /// Returns whether a command of the pinned tool lets its package manager install programs.
  ///
  /// - Parameters:
  ///   - executable: The executable of the command.
  ///   - arguments: The arguments of the command, its name first.
  ///   - pin: The pin of the tool.
  package func mayInstallPackages(
    _ executable: ExecutableName, _ arguments: [[UInt8]], for pin: SelectedPin
  ) -> Bool {
    guard let rules = packages.ofTools[pin.tool] else { return false }
    let known = RoutedPackages(
      of: Array(pin.tool.text.utf8),
      rules: rules.compactMap { $0.line(for: executable) }.map { Array($0.utf8) }
    ).installArguments
    return arguments.dropFirst().contains { known.contains($0) }
  }

  /// Returns `environment` with the variables that tell the package managers of installed tools
  /// where to install, except those that the user has set (``PackageAssignment``).
  ///
  /// If two tools state the same variable, the first one determines it.
  package func settingPackageVariables(
    of pins: [SelectedPin], in environment: Environment
  ) -> Environment {
    var result = environment
    var names: Set<[UInt8]> = []
    for pin in pins {
      guard let folder = packageFolder(of: pin) else { continue }
      for rule in packages.ofTools[pin.tool] ?? [] {
        guard let assignment = PackageAssignment(Array(rule.description.utf8)),
          names.insert(assignment.name).inserted
        else { continue }
        result.set(assignment, in: folder, packages: root.packages.path)
      }
    }
    return result
  }
}

extension Environment {
  /// Sets a variable of a package manager, unless the user has set it.
  ///
  /// - Parameters:
  ///   - assignment: The variable.
  ///   - folder: The folder of the packages.
  ///   - packages: The folder of all packages of the root.
  fileprivate mutating func set(
    _ assignment: PackageAssignment, in folder: FilePath, packages: FilePath
  ) {
    var inherited: [Int] = []
    for (index, entry) in entries.enumerated() {
      switch assignment.relation(of: entry, packages: Array(packages.bytes)) {
      case .other: continue
      case .chosen: return
      case .inherited: inherited.append(index)
      }
    }
    let value = [UInt8(ascii: "=")] + assignment.value(in: Array(folder.bytes))
    var changed = entries
    for index in inherited {
      changed[index] = entries[index].prefix(assignment.name.count) + value
    }
    if inherited.isEmpty { changed.append(assignment.name + value) }
    self = Environment(entries: changed)
  }
}
