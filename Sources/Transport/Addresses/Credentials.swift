/// A user and password for one origin. Descriptions omit both, so they never reach a message or
/// a log.
package struct Credentials: Hashable, Sendable {
  package let user: String
  package let password: String
  /// The only origin that receives the user and password.
  package let site: WebOrigin
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "credentials for \(site)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
