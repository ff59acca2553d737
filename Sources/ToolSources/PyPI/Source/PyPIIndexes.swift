internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Vocabulary

/// The user's index, shared by all sources of the process. Also parses indexes in Toolfiles.
///
/// The user's index is determined at most once in a process, because determining it may require
/// running pip.
actor PyPIIndexes {
  private let settings: PyPISettings
  private let pip: PipDefaultIndex
  /// The task that determines the user's index, shared by all callers.
  private var search: Task<Result<IndexAddress, SourceError>, Never>?

  init(settings: PyPISettings, _ pip: PipDefaultIndex) {
    self.settings = settings
    self.pip = pip
  }

  /// Returns the instance that all sources of the process share.
  static func of(_ access: SourceAccess) -> PyPIIndexes {
    access.shared {
      let configured = access.setting(PyPIKind.indexSetting, of: PyPIKind.self)
      return PyPIIndexes(
        settings: PyPISettings(
          configured: configured.map { ($0.value, $0.origin) }, environment: access.environment),
        PipDefaultIndex(access.helpers, root: access.root))
    }
  }

  /// Returns the index in the user's settings, or pip's default if none is set.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if the setting is invalid, or if there is no index.
  func preferred() async throws(SourceError) -> IndexAddress {
    let search = search ?? Task { await find() }
    self.search = search
    return try await search.value.get()
  }

  /// Determines the index in the user's settings, or pip's default if none is set.
  private func find() async -> Result<IndexAddress, SourceError> {
    do throws(SourceError) {
      if let setting = settings.setting {
        return .success(try Self.read(setting.text, setting.origin))
      }
      guard let text = await pip.address() else {
        throw ProblemSubject(PyPIKind.self).error(.own(.noIndex))
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
      guard let found = PyPIKind.addressFault(text) else { return index }
      fault = found
    } catch {
      fault = AddressFault(error)
    }
    throw .problems([
      SourceProblem(source: PyPIKind.name, origin: origin, fault: .declaration(.badAddress(fault)))
    ])
  }

  /// Returns whether requests to `site` are permitted: it is protected, or the user's own.
  nonisolated func permits(_ site: WebOrigin) -> Bool { site.isProtected || isUsersOwn(site) }

  /// Returns whether the user's index is on `site`.
  nonisolated func isUsersOwn(_ site: WebOrigin) -> Bool {
    guard let text = settings.setting?.text ?? pip.storedAddress,
      let index = try? IndexAddress(text)
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
    (settings.setting?.text).flatMap { try? IndexAddress($0) }
  }
}
