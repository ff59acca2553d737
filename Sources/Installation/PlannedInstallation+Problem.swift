internal import Archives
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects

extension PlannedInstallation {
  /// What a person is told where the bytes of this installation are wrong.
  func problem(_ fault: ArtifactProblem.Fault) -> Problem {
    .artifact(
      ArtifactProblem(
        tool: tool.text, version: version.text, url: artifact.urls.first?.text ?? "", fault: fault))
  }

  /// What a person is told where the artifact is not unpacked.
  func problem(_ error: ArchiveError) -> Problem {
    switch error {
    case .zip, .libarchive: problem(.unreadable(reason: error.reason))
    case .member(let name, let failure):
      problem(failure.fault(name) ?? .unreadable(reason: error.reason))
    case .limit(let failure): problem(failure.fault)
    case .file(let error): Problem(error)
    case .cancelled: .interrupted
    }
  }
}

extension LimitFailure {
  fileprivate var fault: ArtifactProblem.Fault {
    switch self {
    case .members(let limit): .tooLarge(.files(limit))
    case .size(let limit): .tooLarge(.size(limit))
    case .ratio(let limit): .tooLarge(.ratio(limit))
    case .directory(let limit): .tooLarge(.directory(limit))
    }
  }
}

extension MemberFailure {
  /// What makes a member unsafe. nil where it is only damaged.
  fileprivate func fault(_ name: String) -> ArtifactProblem.Fault? {
    switch self {
    case .path(.absolute), .path(.dots), .path(.drive): .member(name, .leavesDirectory)
    case .path: .member(name, .badName)
    case .duplicate: .member(name, .duplicate)
    case .fileAndDirectory: .member(name, .fileAndFolder)
    case .differsOnlyInCase(let other): .member(name, .differsOnlyInCase(other: other))
    case .encrypted: .member(name, .encrypted)
    case .kind, .hardLink, .sparse: .member(name, .unsupportedKind)
    case .linkLeadsOut(let target): .member(name, .linkLeavesDirectory(target: target))
    case .method, .headersDisagree, .overlap, .size, .checksum, .compression, .truncated: nil
    }
  }
}
