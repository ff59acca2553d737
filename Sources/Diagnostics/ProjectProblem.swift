/// A manifest or lock of a project that does not meet the needs of a command.
package enum ProjectProblem: Error, Hashable, Sendable {
  /// Neither `directory` nor any folder above it has a Toolfile.
  case noManifest(directory: String)
  /// A manifest or lock exists but cannot be read; `reason` is the system's error message.
  case unreadable(path: String, reason: String)
  /// The file had an error, but no longer has it on the second read, which was to report it.
  case changedWhileRead(path: String)
  /// The path leads to a folder, a pipe, or a device.
  case notAFile(path: String)
  /// The Toolfile has no lock beside it.
  case noLock(toolfile: String)
  /// The lock does not match the manifest, and `--frozen` or CI forbids writing it.
  case lockIsStale(lock: String, LockDifference)
  /// The lock does not cover the platform; `locked` lists those that it covers.
  case unsupportedPlatform(String, lock: String, locked: [String])
  /// The names of two tools of the project map to the same environment variable.
  case collidingVariable(String, tools: [String])
  /// The Toolfile has no such group.
  case unknownGroup(String, known: [String])
  /// No set of versions satisfies all requirements.
  case conflict(VersionConflict)
  /// `.tool-version` leaves a tool to the system, but the system's version does not meet
  /// the needs of other tools. `path` and `version` are `nil` if not found; `needs` lists
  /// the requirements.
  case systemTool(String, path: String?, version: String?, needs: [String], pin: Origin)
  /// Versions that the lock or the pins name but that are not installed.
  case notInstalled([WantedVersion])
  /// Installed versions that lack a required program.
  case damaged([WantedVersion])
  /// An earlier change was interrupted.
  case unfinishedWork
  /// `init` found an existing manifest.
  case manifestExists(path: String)
  /// The file does not pin the tool.
  case notPinnedHere(tool: String, file: String)
  /// Known projects use the version that is to be uninstalled.
  case inUse(tool: String, version: String, projects: [String])
  /// No installation matches; a `nil` version matches any.
  ///
  /// - Parameters:
  ///   - installed: The installed versions of the tool.
  ///   - nearest: Installed tools with similar names.
  case nothingInstalled(tool: String, version: String?, installed: [String], nearest: [String])
  /// The project does not mention the tool.
  case unknownTool(String, nearest: [String])

  /// The exit code of a command that fails with this problem.
  package var exitCode: ExitCode {
    switch self {
    case .noManifest, .noLock: .noManifest
    case .lockIsStale: .frozen
    case .notInstalled, .damaged, .unfinishedWork, .manifestExists, .notPinnedHere, .inUse,
      .nothingInstalled:
      .no
    case .unsupportedPlatform, .unknownTool, .conflict, .systemTool: .notAvailable
    case .unknownGroup: .usage
    case .collidingVariable, .unreadable, .changedWhileRead, .notAFile: .unreadableManifest
    }
  }
}

/// A tool version requested by a pin or a lock.
package struct WantedVersion: Hashable, Sendable, CustomStringConvertible {
  package let tool: String
  package let version: String
  /// The pin that requests the version; `nil` if the lock does.
  package let origin: Origin?

  /// Creates a wanted version; omit `origin` if the lock requests it.
  package init(tool: String, version: String, origin: Origin? = nil) {
    self.tool = tool
    self.version = version
    self.origin = origin
  }

  /// The version as messages show it: `ruff 0.17.5` or `ruff 0.17.5 (.tool-version:1:1)`.
  package var description: String { "\(tool) \(version)" + (origin.map { " (\($0))" } ?? "") }
}

/// The ways in which a lock differs from its manifest.
package struct LockDifference: Hashable, Sendable {
  /// A locked tool whose manifest entry asks for something else.
  package struct Change: Hashable, Sendable {
    /// A respect in which the manifest and the lock differ about a tool.
    package enum Aspect: Hashable, Sendable {
      /// The requirements differ.
      case wants(locked: [Want], wanted: [Want])
      /// The declarations differ in these words.
      case declaration(locked: [Word], wanted: [Word])
      /// Wanted platforms for which the tool is not locked.
      case artifacts(missing: [String])
    }

    /// A requirement, such as `~> 0.16`, and the requester behind it.
    package struct Want: Hashable, Sendable {
      package let requirement: String
      /// The requester; `nil` for the Toolfile.
      package let requester: String?

      /// Creates a requirement; pass `nil` as `requester` for the Toolfile.
      package init(requirement: String, requester: String?) {
        self.requirement = requirement
        self.requester = requester
      }
    }

    /// A key and value of a declaration, such as `package ruff`.
    package struct Word: Hashable, Sendable {
      package let key: String
      package let value: String

      /// Creates a word with the key and value that the lock's `declares` line would have.
      package init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
      }
    }

    package let tool: String
    package let aspect: Aspect
    package let origin: Origin

    /// Creates a change; `origin` is the place in the manifest, or the requesting tool.
    package init(tool: String, _ aspect: Aspect, origin: Origin) {
      self.tool = tool
      self.aspect = aspect
      self.origin = origin
    }
  }

  /// A requested tool that is missing from the lock.
  package struct Addition: Hashable, Sendable {
    package let tool: String
    package let origin: Origin

    /// Creates an addition; `origin` is the place that requests the tool.
    package init(tool: String, origin: Origin) {
      self.tool = tool
      self.origin = origin
    }
  }

  /// A locked version that the lock's own requirements exclude.
  package struct Mismatch: Hashable, Sendable {
    package let tool: String
    package let version: String
    /// The requirement that excludes the version, such as `< 3`.
    package let requirement: String
    /// The place or tool that states the requirement.
    package let origin: Origin

    /// Creates a mismatch; `requirement` is written as in a manifest.
    package init(tool: String, version: String, requirement: String, origin: Origin) {
      self.tool = tool
      self.version = version
      self.requirement = requirement
      self.origin = origin
    }
  }

  /// The tools to add to the lock.
  package var added: [Addition]
  /// The tools to remove from the lock.
  package var removed: [String]
  /// The differences in what is asked of locked tools; a tool may have several.
  package var changed: [Change]
  /// The locked versions that contradict requirements in the lock itself.
  package var mismatches: [Mismatch]
  package var addedPlatforms: [String]
  package var removedPlatforms: [String]

  /// Creates a difference; without arguments, the lock matches its manifest.
  package init(
    added: [Addition] = [], removed: [String] = [], changed: [Change] = [],
    mismatches: [Mismatch] = [], addedPlatforms: [String] = [], removedPlatforms: [String] = []
  ) {
    self.added = added
    self.removed = removed
    self.changed = changed
    self.mismatches = mismatches
    self.addedPlatforms = addedPlatforms
    self.removedPlatforms = removedPlatforms
  }

  /// Whether the lock matches its manifest.
  package var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && changed.isEmpty && mismatches.isEmpty
      && addedPlatforms.isEmpty && removedPlatforms.isEmpty
  }
}
