internal import Filesystem

extension ArchiveError {
  /// What is wrong with the archive, in the words that this module has for its own codes, as FileError has the system's.
  package var reason: String {
    switch self {
    case .zip(let failure): failure.reason
    case .libarchive(_, let detail, _): detail
    case .member(let name, let failure): "`\(name)` \(failure.reason)"
    case .limit(let failure): failure.reason
    case .file(let error): error.reason
    case .cancelled: "it was interrupted"
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
  fileprivate var reason: String {
    switch self {
    case .members(let limit): "it has more than \(limit) files"
    case .size(let limit): "it unpacks to more than \(limit / 1_000_000) MB"
    case .ratio(let limit): "it unpacks to more than \(limit) times its size"
    case .directory(let limit): "its directory has more than \(limit / 1_000_000) MB"
    }
  }
}

extension MemberFailure {
  fileprivate var reason: String {
    switch self {
    case .path(.absolute), .path(.dots), .path(.drive): "leaves the folder"
    case .path: "has a character that a file name must not have"
    case .duplicate: "appears in it twice"
    case .differsOnlyInCase(let other): "differs from `\(other)` only in case"
    case .fileAndDirectory: "is a file and a folder at once"
    case .encrypted: "is encrypted"
    case .method(let method): "is packed with method \(method), which is not known"
    case .kind: "is neither a file, a folder nor a symbolic link"
    case .hardLink(let target): "is a hard link to `\(target)`"
    case .linkLeadsOut(let target): "is a link to `\(target)`, outside the folder"
    case .sparse: "is a file with holes"
    case .headersDisagree: "is described in two ways"
    case .overlap: "shares its bytes with something else"
    case .size(let expected, let actual): "has \(actual) bytes instead of \(expected)"
    case .checksum: "has the wrong checksum"
    case .compression: "cannot be decompressed"
    case .truncated: "is cut"
    }
  }
}
