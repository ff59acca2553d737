internal import Cryptography

/// The GitHub or GitLab workflow that signed.
///
/// It is identified by the repository whose source it built, and by the file of the workflow that
/// was started. Both must be in the same repository. Texts are compared byte by byte, so two that
/// only look equal are different.
package struct WorkflowIdentity: Hashable, Sendable {
  /// The service that runs the workflow. The raw value is its name in the accounts of a lock.
  package enum Service: String, Hashable, Sendable {
    case gitHub = "github"
    case gitLab = "gitlab"
  }

  package let service: Service
  /// The base address of the server, such as `https://github.com`, without a trailing slash.
  package let server: String
  /// The repository, such as `astral-sh/ruff`. GitLab groups can be nested.
  package let repository: String
  /// The name of the workflow's file in `.github/workflows`, or the path of the GitLab file.
  package let workflow: String
  /// The branch or the tag that was built, such as `refs/tags/v1.2`, or `nil` if it is unknown.
  package let ref: String?
  /// The commit that was built, or `nil` if it is unknown.
  package let commit: String?
  /// The reusable workflow that signed, if the started one called it: its repository and path, such
  /// as `acme/shared/.github/workflows/build.yml`. `nil` if the started workflow signed.
  package let calledWorkflow: String?
  /// The address of the service that verified the identity.
  package let issuer: String

  /// Creates the identity. Returns `nil` if the signer is not a workflow, or if its certificate
  /// says too little about it, as certificates from before 2023 do.
  package init?(_ identity: SignerIdentity) {
    guard case .uri(let subject) = identity.subject,
      let source = identity.text(of: .sourceRepositoryURI).flatMap({ RepositoryAddress($0) }),
      let started = identity.text(of: .buildConfigURI).flatMap({ WorkflowAddress($0) }),
      let signer = identity.text(of: .buildSignerURI), signer == subject,
      let signing = WorkflowAddress(signer),
      started.repository == source, signing.service == started.service,
      signing.repository.server == source.server,
      started.service == .gitLab || source.path.split(separator: "/").count == 2
    else { return nil }
    service = started.service
    server = source.server
    repository = source.path
    workflow = started.file
    ref = identity.text(of: .sourceRepositoryRef)
    commit = identity.text(of: .sourceRepositoryDigest)
    calledWorkflow =
      signing.repository == source && signing.file == started.file
      ? nil : signing.repository.path + started.service.separator + signing.file
    issuer = identity.issuer
  }

  /// Whether the server belongs to the public service, regardless of the spelling of its name.
  package var hasServerOfPublicService: Bool {
    let host = server.dropFirst("https://".count).prefix { $0 != ":" }.lowercased()
    return ["github.com", "gitlab.com"].contains(
      host.hasSuffix(".") ? String(host.dropLast()) : host)
  }

  /// Whether the service itself verified the identity, not an issuer that an enterprise chose.
  package var hasIssuerOfService: Bool {
    switch service {
    case .gitHub where server == "https://github.com":
      issuer == "https://token.actions.githubusercontent.com"
    case .gitHub: issuer == "\(server)/_services/token"
    case .gitLab: issuer == server
    }
  }
}

extension WorkflowIdentity.Service {
  /// The text between the address of a repository and the file of a workflow.
  fileprivate var separator: String {
    switch self {
    case .gitHub: "/.github/workflows/"
    case .gitLab: "//"
    }
  }
}

/// The address of a repository, such as `https://github.com/astral-sh/ruff`.
private struct RepositoryAddress: Hashable {
  let server: String
  let path: String

  /// Reads an address. Returns `nil` if a part of it could be anything but a name.
  init?(_ text: some StringProtocol) {
    let scheme = "https://"
    guard text.hasPrefix(scheme) else { return nil }
    let parts = text.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts.allSatisfy({ Self.isName($0) }) else { return nil }
    server = scheme + parts[0]
    path = parts.dropFirst().joined(separator: "/")
  }

  private static func isName(_ part: some StringProtocol) -> Bool {
    part != "." && part != ".." && !part.isEmpty
      && part.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."), UInt8(ascii: ":"):
          true
        default: false
        }
      }
  }
}

/// The address of a workflow at a ref, such as
/// `https://github.com/astral-sh/ruff/.github/workflows/release.yml@refs/tags/1.0`.
private struct WorkflowAddress {
  let repository: RepositoryAddress
  let service: WorkflowIdentity.Service
  /// The file, relative to the folder of the service's workflows.
  let file: String

  init?(_ text: String) {
    // The ref follows the first `@`. The path of a file cannot contain one, because it would be
    // ambiguous.
    guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) else { return nil }
    let (address, ref) = (text[..<at], text[at...].dropFirst())
    guard !ref.isEmpty, let (repository, service, file) = Self.parts(of: String(address)),
      !file.isEmpty, file.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      !file.split(separator: "/", omittingEmptySubsequences: false).contains(where: {
        ["", ".", ".."].contains($0)
      }), service == .gitLab || !file.contains("/")
    else { return nil }
    self.repository = repository
    self.service = service
    self.file = file
  }

  private static func parts(
    of address: String
  ) -> (RepositoryAddress, WorkflowIdentity.Service, String)? {
    // The slashes after the scheme are not a separator.
    let start = address.utf8.index(
      address.startIndex, offsetBy: "https://".count, limitedBy: address.endIndex)
    guard let start else { return nil }
    for service in [WorkflowIdentity.Service.gitHub, .gitLab] {
      guard let range = address[start...].firstRange(ofText: service.separator),
        let repository = RepositoryAddress(address[..<range.lowerBound])
      else { continue }
      return (repository, service, String(address[range.upperBound...]))
    }
    return nil
  }
}

extension Substring {
  /// Returns where `text` occurs first, or `nil` if it does not.
  fileprivate func firstRange(ofText text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
