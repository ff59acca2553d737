package import Diagnostics
package import Manifests
package import SourceKinds
package import Transport
package import Vocabulary

/// A kind of source that can be opened.
///
/// Separate from ``SourceKind`` because the main program, `bootstrap`, must start fast. It links
/// the kinds, but not this module.
package protocol OpenableSourceKind: SourceKind {
  /// Opens the source at `address`, or at the address in the user's settings if `address` is
  /// `nil`. Sends no request.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if the address is invalid.
  static func source(
    _ access: SourceAccess, address: String?, origin: Origin?
  ) throws(SourceError) -> any ToolSource

  /// Returns the place of an address that a Toolfile states, or `nil` if the address is invalid.
  static func place(of address: String, _ access: SourceAccess) -> SourcePlace?

  /// Returns whether the source that `declaration` names serves files at addresses such as `url`.
  static func serves(
    _ url: ArtifactURL, for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool

  /// Returns whether the source that `declaration` names serves the file of a version for a
  /// platform at `url`.
  static func serves(
    _ url: ArtifactURL, of version: VersionText, on platform: Platform,
    for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool

  /// Returns the user's credentials for `site`, or `nil` if there are none. Many indexes store
  /// files on their own site, where the credentials for the index also apply to the files.
  static func credentials(for site: WebOrigin, _ access: SourceAccess) -> Credentials?

  /// Returns the user's secret of this kind of source that requests to the server at `address`
  /// carry, or `nil` if there is none. Runs no program.
  static func credential(sentTo address: WebAddress, _ access: SourceAccess) -> SentCredential?

  /// Returns how the source that `declaration` names requests the locked file at `address`.
  static func fileAccess(
    to address: WebAddress, for declaration: LockedDeclaration, _ access: SourceAccess
  ) async -> FileAccess

  /// Returns whether the user's own settings, and not those of a project, name the server `site`.
  static func isUsersOwn(_ site: WebOrigin, _ access: SourceAccess) -> Bool
}

/// Who controls the address of a source.
package enum SourcePlace: Hashable, Sendable {
  /// The address is in the user's settings.
  case usersOwn
  /// The address is a folder in the repository of the Toolfile.
  case repository
  /// The address belongs to somebody else. The payload is its normal form, which is the same for
  /// all spellings of an address and contains no spaces.
  case foreign(String)
}

extension OpenableSourceKind {
  /// Considers only the address, because in most sources it does not depend on the version.
  package static func serves(
    _ url: ArtifactURL, of version: VersionText, on platform: Platform,
    for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool {
    serves(url, for: declaration, access)
  }

  /// Returns `nil`, because most kinds of sources need no credentials.
  package static func credentials(for site: WebOrigin, _ access: SourceAccess) -> Credentials? {
    nil
  }

  /// Returns `nil`, because most kinds of sources have no secrets of their own.
  package static func credential(
    sentTo address: WebAddress, _ access: SourceAccess
  ) -> SentCredential? {
    nil
  }

  /// Returns the access to a public file, because most sources have no others.
  package static func fileAccess(
    to address: WebAddress, for declaration: LockedDeclaration, _ access: SourceAccess
  ) async -> FileAccess {
    FileAccess()
  }

  /// Returns `false`, because the settings of most kinds of sources name no server.
  package static func isUsersOwn(_ site: WebOrigin, _ access: SourceAccess) -> Bool { false }
}
