internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Vocabulary

/// The user's index of one kind, shared by all sources of the process. Also parses indexes in
/// Toolfiles.
///
/// The user's index is determined at most once in a process, because determining it may require
/// running a program.
actor UserIndex<Kind: OpenableIndexKind> {
  /// The index in the user's settings, unparsed, or `nil` if none is set.
  private let setting: Located<String>?
  private let fallback: DefaultIndex<Kind>
  /// The task that determines the user's index, shared by all callers.
  private var search: Task<Result<IndexAddress, SourceError>, Never>?

  private init(_ setting: Located<String>?, _ fallback: DefaultIndex<Kind>) {
    self.setting = setting
    self.fallback = fallback
  }

  /// Returns the instance that all sources of the process share.
  static func of(_ access: SourceAccess) -> UserIndex {
    access.shared {
      let configured = access.setting(Kind.indexSetting, of: Kind.self)
      return UserIndex(
        Kind.setting(configured: configured, access.environment),
        DefaultIndex(access.helpers, root: access.root))
    }
  }

  /// Returns the index in the user's settings, or that of a program of this machine if none is set.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if the setting is invalid, or if there is no index.
  func preferred() async throws(SourceError) -> IndexAddress {
    let search = search ?? Task { await find() }
    self.search = search
    return try await search.value.get()
  }

  /// Determines what ``preferred()`` returns.
  private func find() async -> Result<IndexAddress, SourceError> {
    do throws(SourceError) {
      if let setting { return .success(try Self.read(setting.value, setting.origin)) }
      guard let text = await fallback.address() else {
        throw ProblemSubject(Kind.self).error(.own(Kind.noIndex))
      }
      return .success(try Self.read(text, nil))
    } catch {
      return .failure(error)
    }
  }

  /// Parses the address of an index.
  ///
  /// - Throws: ``SourceError/problems(_:)`` with a problem at `origin` if the address is invalid.
  static func read(_ text: String, _ origin: Origin?) throws(SourceError) -> IndexAddress {
    let fault: AddressFault
    do {
      let index = try IndexAddress(text)
      guard let found = Kind.addressFault(text) else { return index }
      fault = found
    } catch {
      fault = AddressFault(error)
    }
    throw .problems([
      SourceProblem(source: Kind.name, origin: origin, fault: .declaration(.badAddress(fault)))
    ])
  }

  /// Returns whether requests to `site` are permitted: it is protected, or the user's own.
  nonisolated func permits(_ site: WebOrigin) -> Bool { site.isProtected || isUsersOwn(site) }

  /// Returns whether the user's index is on `site`.
  nonisolated func isUsersOwn(_ site: WebOrigin) -> Bool {
    guard let text = setting?.value ?? fallback.storedAddress, let index = try? IndexAddress(text)
    else { return false }
    return index.address.site == site
  }

  /// Returns the credentials for `site` if the user's index is on that site, otherwise `nil`.
  /// Many indexes store files on their own site, where these credentials also apply to the files.
  nonisolated func credentials(for site: WebOrigin) -> Credentials? {
    guard let index = configured, index.address.site == site else { return nil }
    return index.credentials
  }

  /// The index in the user's settings, or `nil` if none is set or the setting is invalid.
  nonisolated var configured: IndexAddress? {
    (setting?.value).flatMap { try? IndexAddress($0) }
  }
}
