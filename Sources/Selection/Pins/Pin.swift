/// A tool, the version that was chosen for it, and what says so.
package struct Pin {
  package let tool: [UInt8]
  package let version: [UInt8]
  /// What a lock says is installed. nil for a pin without a lock.
  package var contentID: [UInt8]?
  package let place: Place

  package enum Place {
    /// The variable of the tool (``PinVariable``).
    case variable
    /// A file `level` directories above the one that the search began in; the line counts from 1.
    case file(PinFileKind, level: Int, line: Int)
    /// A line of the global pins.
    case global(line: Int)
  }

  /// Whether the version is the word that stands for the program which the system has.
  package var isSystem: Bool { version.spells("system") }
}

/// A file of a directory that says which version runs.
package enum PinFileKind {
  case toolVersion, lock, manifest
  case idiomatic(IdiomaticFile)

  package var name: StaticString {
    switch self {
    case .toolVersion: ".tool-version"
    case .lock: "Toolfile.lock"
    case .manifest: "Toolfile"
    case .idiomatic(let file): file.name
    }
  }
}

/// What a search for the pin of an executable ends with.
package enum PinChoice {
  case pin(Pin)
  /// Pinned nowhere: the program of the system runs.
  case nowhere
  /// Several tools that provide the executable are pinned equally near.
  case tie([Pin])
}

/// Why a search for pins cannot tell which version runs.
package enum PinFault: Error {
  case file(PinFileKind, level: Int, ReadFault)
  case globalPins(ReadFault)
  /// The variable of the tool holds no version.
  case variable(tool: [UInt8])
  /// A manifest without a lock, which names the tool.
  case notLocked(tool: [UInt8], level: Int)
  /// The search met what only another program reads.
  case needsMainProgram
}
