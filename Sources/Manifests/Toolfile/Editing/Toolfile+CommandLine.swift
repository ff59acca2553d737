package import Versions
package import Vocabulary

extension Toolfile {
  /// Returns the file with the command line as the origin of some tools.
  ///
  /// Their lines are not in the file yet, so messages cannot name them. If a tool keeps its line,
  /// only its requirement comes from the command line.
  ///
  /// - Parameters:
  ///   - added: The tools that the command line adds.
  ///   - changed: The tools whose requirement the command line states.
  package func attributingToCommandLine(
    added: Set<ToolName>, changed: Set<ToolName> = []
  ) -> Toolfile {
    var copy = self
    copy.tools = tools.map { tool in
      added.contains(tool.name)
        ? tool.fromCommandLine(isWhole: true)
        : changed.contains(tool.name) ? tool.fromCommandLine(isWhole: false) : tool
    }
    return copy
  }
}

extension Toolfile {
  /// Returns the file with other requirements on some tools, as if their lines stated these.
  package func requiring(_ requirements: [ToolName: Requirement]) -> Toolfile {
    var copy = self
    copy.tools = tools.map { tool in
      requirements[tool.name].map(tool.requiring) ?? tool
    }
    return copy
  }
}

extension Toolfile {
  /// Returns what an edited file states, at the lines of this one as far as it has them, so that an
  /// error about an edit that is not written names lines that the user can find.
  ///
  /// - Parameter changed: The tools whose statements differ.
  package func stating(_ edited: Toolfile, exceptFor changed: Set<ToolName> = []) -> Toolfile {
    var copy = self
    copy.platforms = edited.platforms.map {
      Located($0.value, at: platforms?.origin ?? .commandLine)
    }
    copy.groups = edited.groups
    copy.tools = edited.tools.map { tool in
      changed.contains(tool.name) ? tool : self[tool.name] ?? tool
    }
    return copy
  }
}

extension Toolfile.Tool {
  fileprivate func requiring(_ requirement: Requirement) -> Self {
    Self(
      name: name, origin: origin,
      requirement: Located(requirement, at: self.requirement.origin), source: source,
      package: package, executables: executables, groups: groups, platforms: platforms,
      cooldown: cooldown, requiredProvenance: requiredProvenance, options: options)
  }

  fileprivate func fromCommandLine(isWhole: Bool) -> Self {
    /// Returns the command line in place of the location of an option in this statement.
    func moved(_ origin: Origin) -> Origin { isWhole ? .commandLine : origin }
    // A `source` statement above the tool keeps its location; the tool's own option does not.
    let isOwnSource = source.map { $0.origin.line >= self.origin.line } ?? false
    return Self(
      name: name, origin: moved(origin), requirement: Located(requirement.value, at: .commandLine),
      source: source.map {
        .init(
          name: $0.name, address: $0.address, origin: isOwnSource ? moved($0.origin) : $0.origin)
      },
      package: package.map { Located($0.value, at: moved($0.origin)) },
      executables: executables.map { Located($0.value, at: moved($0.origin)) }, groups: groups,
      platforms: platforms, cooldown: cooldown.map { Located($0.value, at: moved($0.origin)) },
      requiredProvenance: requiredProvenance.map { Located($0.value, at: moved($0.origin)) },
      options: options.map {
        .init(key: $0.key, value: $0.value, if: $0.condition, origin: moved($0.origin))
      })
  }
}
