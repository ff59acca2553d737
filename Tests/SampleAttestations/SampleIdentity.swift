/// The identity of a signer, as a certificate states it.
package struct SampleIdentity: Sendable {
  package enum Name: Sendable {
    case uri(String)
    case email(String)
  }

  package var name: Name
  /// The service that verified the name, or `nil` for the issuer of the authority.
  package var issuer: String?
  /// The values of Fulcio's extensions by the last number of their identifiers.
  package var claims: [Int: String] = [:]

  package init(name: Name, issuer: String? = nil, claims: [Int: String] = [:]) {
    self.name = name
    self.issuer = issuer
    self.claims = claims
  }

  package static func email(_ address: String) -> SampleIdentity {
    SampleIdentity(name: .email(address))
  }

  /// Returns a GitHub workflow.
  ///
  /// - Parameters:
  ///   - workflow: The name of the file that was started.
  ///   - called: The reusable workflow that signs, with its repository, path, and ref, such as
  ///     `acme/shared/.github/workflows/build.yml@refs/heads/main`, or `nil`.
  package static func gitHub(
    repository: String, workflow: String = "release.yml", ref: String = "refs/tags/v1.0",
    server: String = "https://github.com", called: String? = nil
  ) -> SampleIdentity {
    let source = "\(server)/\(repository)"
    let started = "\(source)/.github/workflows/\(workflow)@\(ref)"
    return workflowIdentity(
      source, started: started, signer: called.map { "\(server)/\($0)" } ?? started, ref: ref)
  }

  /// Returns a GitLab pipeline.
  package static func gitLab(
    repository: String, file: String = ".gitlab-ci.yml", ref: String = "refs/tags/v1.0",
    server: String = "https://gitlab.com"
  ) -> SampleIdentity {
    let source = "\(server)/\(repository)"
    let started = "\(source)//\(file)@\(ref)"
    return workflowIdentity(source, started: started, signer: started, ref: ref)
  }

  private static func workflowIdentity(
    _ source: String, started: String, signer: String, ref: String
  ) -> SampleIdentity {
    let commit = String(repeating: "0123456789abcdef", count: 3).prefix(40)
    return SampleIdentity(
      name: .uri(signer),
      claims: [9: signer, 12: source, 13: String(commit), 14: ref, 18: started])
  }
}
