/// Something that the sandbox of a build prevents. The raw value is the number of its bit in the
/// report of the sandbox.
package enum BuildRestriction: Int, CaseIterable, Hashable, Sendable {
  /// Reading and writing the files of the user.
  case files
  /// Changing the modes and times of other files.
  case attributes
  /// Using the network.
  case network
  /// Connecting to sockets of this machine.
  case sockets
  /// Sending signals to other processes.
  case processes
}
