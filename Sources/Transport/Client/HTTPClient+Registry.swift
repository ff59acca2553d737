internal import Filesystem
internal import JSONText

extension HTTPClient {
  /// Sends a request without retries, and follows its redirects. If a registry requires an
  /// authorization, obtains one, and renews it once if it has expired.
  ///
  /// - Throws: ``TransportError/foreignRealm(_:address:_:)`` if the registry requires a token from
  ///   a server that the user has not named, ``TransportError/login(status:_:at:registry:)`` if
  ///   that server refuses the token, or another error of the request for the token.
  func authorizedResponse(
    to request: HTTPRequest, into sink: some ResponseSink
  ) async throws(TransportError) -> FinalResponse {
    guard let repository = request.repository else {
      return try await followRedirects(of: request, into: sink)
    }
    let use = RegistryLogins.Use(repository: repository, isUpload: request.method.isUpload)
    let known = await logins.authorization(for: use)
    let response = try await followRedirects(of: request.authorized(by: known), into: sink)
    let head = response.outcome.head
    guard head.status == 401, response.address.site == repository.site else { return response }
    let challenges = RegistryChallenge.all(in: head.challenges)
    let other = try await logins.authorization(for: use, replacing: known) {
      do throws(TransportError) {
        return .success(
          try await self.authorization(for: use, answering: challenges, from: response.address))
      } catch {
        return .failure(error)
      }
    }
    guard let other else { return response }
    return try await followRedirects(of: request.authorized(by: other), into: sink)
  }

  /// Returns the authorization that a registry requires, or `nil` if there is none.
  private func authorization(
    for use: RegistryLogins.Use, answering challenges: [RegistryChallenge],
    from address: WebAddress
  ) async throws(TransportError) -> RegistryAuthorization? {
    let credentials = try await credentials(for: use.repository.site)
    if let bearer = challenges.first(where: { $0.scheme == "bearer" }) {
      return try await token(for: use, bearer, credentials, from: address).map { .bearer($0) }
    }
    guard challenges.contains(where: { $0.scheme == "basic" }) else { return nil }
    return credentials.map { .basic($0) }
  }

  /// Requests a token from the server that a registry names, with the user's credentials for the
  /// registry. Returns `nil` if the response contains none.
  private func token(
    for use: RegistryLogins.Use, _ challenge: RegistryChallenge, _ credentials: Credentials?,
    from address: WebAddress
  ) async throws(TransportError) -> String? {
    guard let text = challenge.parameters["realm"], let realm = try? WebAddress(text) else {
      return nil
    }
    let site = use.repository.site
    // A registry could name any server, which would get the user's password.
    let isOwn = realm.site == site
    let line =
      isOwn ? nil : settings.mirrors.policyLine(forbidding: realm) ?? rule(forbidding: realm)
    guard line == nil, isOwn || settings.mirrors.names(realm.site),
      realm.site.isProtected || realm.site.scheme == site.scheme
    else { throw .foreignRealm(realm.site, address: address, line) }
    let request = Self.request(for: use, challenge, at: realm, credentials)
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await fetch(request, limit: 1 << 20)
    } catch {
      guard let status = error.status, let failed = error.address else { throw error }
      let words: RegistryRefusal.Words? =
        if case .registry(let refusal) = error { refusal.words } else { nil }
      throw .login(
        status: status, words, at: failed.standing(for: address.original), registry: site)
    }
    guard let token = Self.token(in: response.body) else {
      if response.head.isPage { throw .page(address: realm.standing(for: address.original)) }
      return nil
    }
    Secrets.ofProcess.add(token)
    return token
  }

  /// Returns the request for a token at the server that a registry names.
  private static func request(
    for use: RegistryLogins.Use, _ challenge: RegistryChallenge, at realm: WebAddress,
    _ credentials: Credentials?
  ) -> HTTPRequest {
    let scope =
      challenge.parameters["scope"]
      ?? "repository:\(use.repository.name):\(use.isUpload ? "pull,push" : "pull")"
    let query = [("service", challenge.parameters["service"]), ("scope", scope)]
      .compactMap { name, value in
        value.map { "\(name)=\(PercentEncoding.encode(Array($0.utf8)))" }
      }
    var request = HTTPRequest(query.reduce(realm) { $0.adding(parameter: $1) })
    request.isDirect = true
    request.isLogin = realm.site == use.repository.site
    request.credentials = credentials.map {
      Credentials(user: $0.user, password: $0.password, site: realm.site)
    }
    return request
  }

  /// Returns the token in the response of a token server, or `nil` if it contains none that can be
  /// sent in a header.
  private static func token(in body: [UInt8]) -> String? {
    var token: String?
    var reader = JSONReader(body)
    do throws(JSONReader.Failure) {
      try reader.object { reader, key throws(JSONReader.Failure) in
        if key == "token" || key == "access_token", token == nil {
          token = try reader.stringIfPresent()
        } else {
          try reader.skipValue()
        }
      }
    } catch {
      return nil
    }
    guard let token, !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return token
  }
}
