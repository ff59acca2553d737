package import Vocabulary

/// A part of a project's files that takes effect only with the user's consent.
package enum TrustItem: Hashable, Sendable {
  /// A source at an address that is neither in the user's settings nor in the repository.
  case source(String, address: String)
  /// An artifact in the lock that lies outside the address of its source.
  case artifact(tool: ToolName, address: String)
  /// An executable that hides a program of the user or has a reserved name.
  ///
  /// - Parameters:
  ///   - package: The name of the tool in `source`.
  ///   - address: The address of the source, or `nil` if it is in the user's settings or in the
  ///     repository.
  case executable(
    ExecutableName, tool: ToolName, source: String, package: String, address: String?)
  /// The steps that build a version of a tool from a source archive, on the user's machine.
  /// `parts` are the other files that they use.
  case build(
    tool: ToolName, version: VersionText, archive: SHA256Digest, parts: [BuildInput],
    steps: [String])
  /// A gem whose native extensions are built on the user's machine, by code of the gem.
  case gemExtension(
    tool: ToolName, gem: PartName, version: VersionText, digest: SHA256Digest)
  /// A hook that `setup` runs on the user's machine.
  case hook(HookText)
  /// A system package that `setup` installs.
  case hostPackage(HostPackageManager, name: String)
  /// A root that vouches for the identities of one issuer. `digest` is that of its file.
  case attestationRoot(issuer: String, digest: SHA256Digest)
  /// The locked files of a tool whose source is a folder in the repository, as one digest. Only
  /// `BOOTSTRAP_TRUST` covers this item.
  case content(tool: ToolName, digest: String)
}

/// A file that a build uses besides its source archive.
package struct BuildInput: Hashable, Sendable {
  package let name: PartName
  package let isPatch: Bool
  package let digest: SHA256Digest

  /// Creates a file. See the properties.
  package init(_ name: PartName, isPatch: Bool, digest: SHA256Digest) {
    self.name = name
    self.isPatch = isPatch
    self.digest = digest
  }
}

/// The program that the user would reach by a name if no project provided it.
package enum HiddenProgram: Hashable, Sendable {
  /// The program at this path.
  case program(String)
  /// A program of a version that the user pins globally or in the home folder.
  case pin(tool: ToolName, version: VersionText, origin: Origin)
}

/// A secret of the user that requests to a server carry, without the secret itself.
package enum SentCredential: Hashable, Sendable {
  /// A token in this environment variable.
  case variable(String)
  /// A token that this program has stored.
  case program(String)
  /// The password of an index in the user's settings on the same server.
  case index
  /// A password in the user's `.netrc` file.
  case netrc
}

/// A list of items that await the user's consent.
package struct TrustProblem: Hashable, Sendable {
  /// An item of a project, with facts about it that may differ between machines.
  package struct Request: Hashable, Sendable {
    package let item: TrustItem
    /// The location that asks for the item, or `nil` if it is unknown.
    package let origin: Origin?
    /// The program that an executable would hide, or `nil` if it hides none.
    package let hidden: HiddenProgram?
    /// The ``TrustItem/content(tool:digest:)`` of the tool, or `nil` if its files are not in the
    /// repository.
    package let content: TrustItem?
    /// The secret that requests to an address carry, or `nil` if there is none.
    package let credential: SentCredential?
    /// The publisher of the tool that provides the executable, or `nil` if it is unknown.
    package let publisher: KnownPublisher?
    /// Whether this command sends no requests. Later commands, which the consent also covers, may.
    package let isOffline: Bool

    /// Creates a request.
    package init(
      _ item: TrustItem, origin: Origin? = nil, hidden: HiddenProgram? = nil,
      content: TrustItem? = nil, credential: SentCredential? = nil,
      publisher: KnownPublisher? = nil, isOffline: Bool = false
    ) {
      self.item = item
      self.origin = origin
      self.hidden = hidden
      self.content = content
      self.credential = credential
      self.publisher = publisher
      self.isOffline = isOffline
    }
  }

  /// A change to a project that a command writes only after the user consents.
  package enum Edit: Hashable, Sendable {
    /// The command adds a tool to the Toolfile.
    case addition
    /// The command updates the lock.
    case update
  }

  /// Why the list that `BOOTSTRAP_TRUST` names does not contain the requests.
  package enum ListObstacle: Hashable, Sendable {
    /// It is the list of other requests.
    case differs
    /// Its contents are unknown, because neither `install` nor `trust` has run with this value.
    case unknown
  }

  /// The bytes of the path of the project's folder.
  package let folder: [UInt8]
  /// The path of the project's folder, as messages show it.
  package let project: String
  /// The folder in which the user accepts the requests, as messages show it, or `nil` for the
  /// working directory.
  package let directory: String?
  package private(set) var requests: [Request]
  /// Why `BOOTSTRAP_TRUST` does not accept the requests, or `nil` if it is unset.
  package let listObstacle: ListObstacle?
  /// The unwritten edit that the requests belong to, or `nil` if there is none. Only the command
  /// that makes the edit can ask for consent to them.
  package var edit: Edit?
  /// The policy line that turns off consent by `CI`, or `nil` if that is not the reason.
  package var rule: PolicyLine?

  /// Creates a problem with at least one request. `project` is the path `folder` as messages
  /// show it.
  package init(
    folder: [UInt8], project: String, directory: String? = nil, requests: [Request],
    listObstacle: ListObstacle? = nil
  ) {
    self.folder = folder
    self.project = project
    self.directory = directory
    self.listObstacle = listObstacle
    self.requests = requests
  }

  /// Returns the problem as one with the requests of an unwritten edit. Removes positions in a
  /// lock, because the request is not in the written lock.
  package func ofEdit(_ edit: Edit?) -> TrustProblem {
    guard let edit else { return self }
    var copy = self
    copy.edit = edit
    copy.requests = requests.map { request in
      guard case .file(let path, _, _)? = request.origin, path.hasSuffix(".lock") else {
        return request
      }
      return Request(
        request.item, hidden: request.hidden, content: request.content,
        credential: request.credential, publisher: request.publisher, isOffline: request.isOffline)
    }
    return copy
  }
}
