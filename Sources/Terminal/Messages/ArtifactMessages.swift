internal import Diagnostics

extension ArtifactProblem {
  var message: Message {
    let name = "\(tool) \(version)"
    switch fault {
    case .archive(.member(let member, let failure)):
      guard let reason = failure.danger else { return unreadable(name, failure.words(of: member)) }
      return asked("refused-member", "\(name) holds an entry that is not safe to unpack")
        .detail("entry", "`\(member)`")
        .detail("because", reason)
    case .archive(.limit(let limit)):
      return asked("archive-too-large", "\(name) \(limit.words)")
    case .archive(let fault): return unreadable(name, fault.words)
    case .unknownFormat(let format):
      return unreadable(name, "its format `\(format)` is none that this bootstrap unpacks")
    case .missingExecutables(let names):
      return asked(
        "missing-executables",
        "\(name) does not provide what the lock says: \(names.joined(separator: ", "))"
      )
      .detail("run", "bootstrap lock")
    }
  }

  /// Begins every message: who asks, and where the file is from.
  private func asked(_ code: String, _ headline: String) -> Message {
    Message(code, headline).detail("asked by", origin?.description).detail("from", url)
  }

  private func unreadable(_ name: String, _ reason: String) -> Message {
    asked("unreadable-archive", "\(name) cannot be unpacked")
      .detail("because", reason)
  }
}

extension ArchiveFault {
  var words: String {
    switch self {
    case .zip(.noDirectory): "it is not a zip file, or its end is missing"
    case .zip(.severalParts): "it is one part of several"
    case .zip(.contradiction): "its directory contradicts itself"
    case .zip(.record(let offset)): "the record at byte \(offset) is damaged"
    case .libarchive(let words): words
    case .member(let name, let failure): failure.words(of: name)
    case .limit(let failure): "it \(failure.words)"
    }
  }
}

extension LimitFailure {
  fileprivate var words: String {
    switch self {
    case .members(let limit): "holds more than \(QuantityFormat.number(limit)) files"
    case .size(let limit): "unpacks to more than \(QuantityFormat.bytes(limit))"
    case .ratio(let limit): "unpacks to more than \(limit) times its size"
    case .directory(let limit): "lists its files in more than \(QuantityFormat.bytes(limit))"
    }
  }
}

extension MemberFailure {
  /// What unpacking would do. nil if the file is only damaged.
  fileprivate var danger: String? {
    switch self {
    case .path(.absolute), .path(.dots), .path(.drive): "its name leaves the folder"
    case .path: "its name has a character that a file name must not have"
    case .duplicate: "another entry has the same name"
    case .fileAndDirectory: "it is a file or a link where another entry needs a folder"
    case .differsOnlyInCase(let other): "it differs from `\(other)` only in case"
    case .encrypted: "it is encrypted"
    case .kind, .hardLink, .sparse: "it is neither a file, a folder nor a symbolic link"
    case .linkLeadsOut(let target): "it is a link to `\(target)`, outside the folder"
    case .method, .headersDisagree, .overlap, .size, .checksum, .compression, .truncated: nil
    }
  }

  fileprivate func words(of member: String) -> String {
    let words =
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
    return "`\(member)` \(words)"
  }
}
