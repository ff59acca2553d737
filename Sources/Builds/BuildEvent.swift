/// Progress of a build.
package enum BuildEvent: Sendable {
  /// A step begins. The first number is its position, from 1.
  case step(Int, of: Int, command: String)
  /// The step has printed this line, without control characters. Of many lines, only some are
  /// reported.
  case output(String)
  /// The system cannot keep steps from these things. Reported once.
  case notRestricted([BuildRestriction])
}

/// A thing that the sandbox of a build keeps steps from.
package enum BuildRestriction: Int, CaseIterable, Hashable, Sendable {
  case files, attributes, network, sockets, processes
}

extension BuildRestriction: CustomStringConvertible {
  /// The thing for messages, after "keep from".
  package var description: String {
    switch self {
    case .files: "other files"
    case .attributes: "the modes and times of other files"
    case .network: "the network"
    case .sockets: "sockets of this machine"
    case .processes: "other processes"
    }
  }
}
