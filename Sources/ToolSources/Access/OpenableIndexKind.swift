package import Diagnostics
package import Filesystem
package import Manifests
package import Selection
package import SourceKinds
package import Transport
package import Vocabulary

/// A kind of source whose index can be asked.
package protocol OpenableIndexKind: IndexKind, OpenableSourceKind {
  /// The fault of a machine on which neither a setting nor a program names an index.
  static var noIndex: SourceFault { get }

  /// Returns the index of the setting with the highest precedence, unparsed, or `nil` if none is
  /// set.
  ///
  /// - Parameters:
  ///   - configured: The index in bootstrap's own configuration, or `nil`.
  ///   - environment: The environment, which names the settings of other programs.
  static func setting(
    configured: Located<String>?, _ environment: Environment
  ) -> Located<String>?

  /// Returns the address that a program of this machine uses if no setting names one, or `nil`.
  /// Waits for the program.
  static func defaultAddress(_ helpers: HelperPrograms) -> String?

  /// Returns the source of the index at an address, or of the user's index if it is `nil`.
  static func source(of index: IndexAddress?, _ access: SourceAccess) -> any ToolSource
}

extension OpenableIndexKind {
  /// Opens the index at `address`, or the user's index if `address` is `nil`.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if `address` is invalid.
  package static func source(
    _ access: SourceAccess, address: String?, origin: Origin?
  ) throws(SourceError) -> any ToolSource {
    guard let address else { return source(of: nil, access) }
    let index = try UserIndex<Self>.read(address, origin)
    if !UserIndex<Self>.of(access).permits(index.address.site) {
      throw .problems([
        SourceProblem(
          source: name, origin: origin,
          fault: .answer(
            .unencrypted(
              address: index.address.text, listedBy: nil, advice: unencryptedAdvice)))
      ])
    }
    return source(of: index, access)
  }

  /// Returns the place of an index. A repository contains no index, which is always on a server.
  package static func place(of address: String, _ access: SourceAccess) -> SourcePlace? {
    guard let index = try? IndexAddress(address) else { return nil }
    let own = UserIndex<Self>.of(access).configured
    return index.address == own?.address ? .usersOwn : .foreign(index.address.text)
  }

  /// Returns whether `url` is on a server. Indexes list files on any server, so an address does not
  /// show which package a file belongs to.
  package static func serves(
    _ url: ArtifactURL, for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool {
    !url.text.hasPrefix(FileAddress.scheme)
  }

  package static func isUsersOwn(_ site: WebOrigin, _ access: SourceAccess) -> Bool {
    UserIndex<Self>.of(access).isUsersOwn(site)
  }

  /// Returns the credentials of the user's index if it is on `site`, otherwise `nil`.
  package static func credentials(for site: WebOrigin, _ access: SourceAccess) -> Credentials? {
    UserIndex<Self>.of(access).credentials(for: site)
  }
}
