/// A user and a password for one site. They never appear in a description, so neither in a message nor in a log.
package struct Credentials: Hashable, Sendable {
  package let user: String
  package let password: String
  /// The only site that they are sent to.
  package let site: WebOrigin
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "credentials for \(site)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
