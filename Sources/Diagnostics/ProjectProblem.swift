/// A project's manifest and lock do not say what a command needs of them.
package enum ProjectProblem: Error, Hashable, Sendable {
  /// No Toolfile in `directory` or above it.
  case noManifest(directory: String)
  /// A manifest or lock that is there and cannot be read: `reason` in the system's words.
  case unreadable(path: String, reason: String)
  /// The file had an error that is gone on the second read, which was to report it.
  case changedWhileRead(path: String)
  /// It is a folder, a pipe or a device.
  case notAFile(path: String)
  /// A Toolfile, and no lock beside it.
  case noLock(toolfile: String)
  /// `--frozen`, or CI, and the lock is not what the manifest asks for.
  case lockIsStale(lock: String, LockDifference)
  case unsupportedPlatform(String, lock: String, locked: [String])
  /// Two tools of the project share an environment variable.
  case collidingVariable(String, tools: [String])
  /// A group that the Toolfile does not have.
  case unknownGroup(String, known: [String])
  /// What is wanted cannot be had together.
  case conflict(VersionConflict)
  /// `.tool-version` leaves a tool to the system that others need, and the system has none that will do: its path and version as far
  /// as they are found, and what is needed of it.
  case systemTool(String, path: String?, version: String?, needs: [String], pin: Origin)
  /// Versions that the lock or the pins name but that are not installed.
  case notInstalled([WantedVersion])
  /// Installed versions that lack a required program.
  case damaged([WantedVersion])
  /// An earlier change was interrupted.
  case unfinishedWork
  /// `init`, and there is one.
  case manifestExists(path: String)
  /// The file has no pin of the tool.
  case notPinnedHere(tool: String, file: String)
  /// Known projects name what is to be uninstalled.
  case inUse(tool: String, version: String, projects: [String])
  /// nil version: any.
  ///
  /// - Parameters:
  ///   - installed: versions of the tool that are there.
  ///   - nearest: tools that are there and have such a name.
  case nothingInstalled(tool: String, version: String?, installed: [String], nearest: [String])
  /// Of the tool that is asked for, the project says nothing.
  case unknownTool(String, nearest: [String])

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

/// A tool version that a pin or the lock asks for.
package struct WantedVersion: Hashable, Sendable, CustomStringConvertible {
  package let tool: String
  package let version: String
  /// The pin that asks for it. nil if the lock does.
  package let origin: Origin?

  package init(tool: String, version: String, origin: Origin? = nil) {
    self.tool = tool
    self.version = version
    self.origin = origin
  }

  /// `ruff 0.17.5`, `ruff 0.17.5 (.tool-version:1:1)`
  package var description: String { "\(tool) \(version)" + (origin.map { " (\($0))" } ?? "") }
}

/// What a manifest asks for and its lock does not answer, and the other way about.
package struct LockDifference: Hashable, Sendable {
  package struct Change: Hashable, Sendable {
    /// A difference between what the manifest and the lock say about a tool.
    package enum Aspect: Hashable, Sendable {
      case wants(locked: [Want], wanted: [Want])
      /// Only the words that differ.
      case declaration(locked: [Word], wanted: [Word])
      /// Platforms that are wanted but not locked.
      case artifacts(missing: [String])
    }

    /// A requirement: `~> 0.16`.
    package struct Want: Hashable, Sendable {
      package let requirement: String
      /// Who asks. nil for the Toolfile.
      package let requester: String?

      package init(requirement: String, requester: String?) {
        self.requirement = requirement
        self.requester = requester
      }
    }

    /// `package ruff`.
    package struct Word: Hashable, Sendable {
      package let key: String
      package let value: String

      package init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
      }
    }

    package let tool: String
    package let aspect: Aspect
    package let origin: Origin

    package init(tool: String, _ aspect: Aspect, origin: Origin) {
      self.tool = tool
      self.aspect = aspect
      self.origin = origin
    }
  }

  package struct Addition: Hashable, Sendable {
    package let tool: String
    package let origin: Origin

    package init(tool: String, origin: Origin) {
      self.tool = tool
      self.origin = origin
    }
  }

  /// A locked version that something asks otherwise, though the lock says so itself.
  package struct Mismatch: Hashable, Sendable {
    package let tool: String
    package let version: String
    /// What is asked: `< 3`.
    package let requirement: String
    /// Who asks it.
    package let origin: Origin

    package init(tool: String, version: String, requirement: String, origin: Origin) {
      self.tool = tool
      self.version = version
      self.requirement = requirement
      self.origin = origin
    }
  }

  package var added: [Addition]
  package var removed: [String]
  package var changed: [Change]
  /// What the lock contradicts itself in.
  package var mismatches: [Mismatch]
  package var addedPlatforms: [String]
  package var removedPlatforms: [String]

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

  package var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && changed.isEmpty && mismatches.isEmpty
      && addedPlatforms.isEmpty && removedPlatforms.isEmpty
  }
}
