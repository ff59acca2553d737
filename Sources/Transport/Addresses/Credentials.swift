internal import Filesystem

/// A user and password for one origin. Descriptions omit both, so they never reach a message or
/// a log.
package struct Credentials: Hashable, Sendable {
  package let user: String
  package let password: String
  /// The only origin that receives the user and password.
  package let site: WebOrigin

  /// Creates credentials, which the output of this process then omits.
  package init(user: String, password: String, site: WebOrigin) {
    self.user = user
    self.password = password
    self.site = site
    Secrets.ofProcess.add(user: user, password: password)
  }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "credentials for \(site)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
