internal import Archives
internal import Diagnostics
internal import Filesystem
internal import Projects

extension PlannedInstallation {
  /// What a person is told where the artifact is not unpacked.
  func problem(_ error: ArchiveError) -> Problem {
    switch error {
    case .zip(let failure): problem(.unreadable(reason: failure.reason))
    case .library(_, let detail, _): problem(.unreadable(reason: detail))
    case .member(let name, let failure): problem(failure.fault(name))
    case .limit(let failure): problem(failure.fault)
    case .file(let error): Problem(error)
    case .cancelled: .interrupted
    }
  }
}

extension ZipFailure {
  fileprivate var reason: String {
    switch self {
    case .noDirectory: "it is not a zip file, or its end is missing"
    case .severalParts: "it is one part of several"
    case .contradiction: "its directory contradicts itself"
    case .record(let offset): "the record at byte \(offset) is damaged"
    }
  }
}

extension LimitFailure {
  fileprivate var fault: ArtifactProblem.Fault {
    switch self {
    case .members(let limit): .tooLarge(what: "files", limit: limit)
    case .size(let limit): .tooLarge(what: "bytes", limit: limit)
    case .ratio(let limit): .tooLarge(what: "bytes for each packed one", limit: limit)
    case .directory(let limit): .tooLarge(what: "bytes of directory", limit: limit)
    }
  }
}

extension MemberFailure {
  fileprivate func fault(_ name: String) -> ArtifactProblem.Fault {
    switch self {
    case .path(.absolute), .path(.dots), .path(.drive): .member(name, .leavesDirectory)
    case .path: .member(name, .badName)
    case .duplicate: .member(name, .duplicate)
    case .differsOnlyInCase(let other): .member(name, .differsOnlyInCase(other: other))
    case .fileAndDirectory: .member(name, .duplicate)
    case .encrypted: .member(name, .encrypted)
    case .kind, .hardLink, .sparse: .member(name, .unsupportedKind)
    case .linkLeadsOut(let target): .member(name, .linkLeavesDirectory(target: target))
    case .method(let method):
      .unreadable(reason: "`\(name)` is packed with method \(method), which is not known")
    case .headersDisagree: .unreadable(reason: "`\(name)` is described in two ways")
    case .overlap: .unreadable(reason: "`\(name)` shares its bytes with something else")
    case .size(let expected, let actual):
      .unreadable(reason: "`\(name)` has \(actual) bytes instead of \(expected)")
    case .checksum: .unreadable(reason: "`\(name)` has the wrong checksum")
    case .compression: .unreadable(reason: "the compressed bytes of `\(name)` are damaged")
    case .truncated: .unreadable(reason: "`\(name)` is cut")
    }
  }
}
