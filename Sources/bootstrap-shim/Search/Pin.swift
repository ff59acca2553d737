/// A tool and its pinned version, as the bytes of a file or variable.
package struct Pin {
  package let tool: [UInt8]
  package let version: [UInt8]
  /// The locked content id, or `nil` for a pin without a lock.
  package var contentID: [UInt8]?
  /// Whether a sealed lock states the content id.
  package var isSealed = false

  /// Whether the pin selects the system's own program.
  package var isSystem: Bool { version.equals("system") }
}

/// The result of searching for an executable's pin.
package enum PinChoice {
  case pin(Pin)
  /// Nothing pins the executable, so the system's program runs.
  case notPinned
  /// The choice is ambiguous: several tools that provide the executable are pinned equally near.
  case ambiguous([Pin])
}

/// The error that the search cannot select a version, so the main program must. The search found
/// another version manager's file, a Toolfile without a lock, a file or variable that cannot be
/// read, or too many tools that may provide the executable.
package struct UndecidedPin: Error {}
