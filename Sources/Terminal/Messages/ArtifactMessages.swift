internal import Diagnostics

extension ArtifactProblem {
  var message: Message {
    let name = "\(tool) \(version)"
    switch fault {
    case .archive(.member(let member, let failure)):
      guard let reason = failure.danger else { return unreadable(name, failure.words(of: member)) }
      return baseMessage(
        "refused-member", "\(name) contains an entry that bootstrap cannot unpack safely"
      )
      .detail("entry", "`\(member)`")
      .detail("because", reason)
    case .archive(.limit(let limit)):
      return baseMessage("archive-too-large", "\(name) \(limit.words)")
    case .archive(let fault): return unreadable(name, fault.words)
    case .unknownFormat(let format):
      return unreadable(
        name, "its format `\(format)` is not supported by this version of bootstrap")
    case .wrongExecutables(let locked, let found):
      return wrongExecutables(name, locked, found)
    }
  }

  private func wrongExecutables(_ name: String, _ locked: [String], _ found: [String]) -> Message {
    func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
    let missing = locked.filter { !found.contains($0) }
    let others = found.filter { !locked.contains($0) }
    let message =
      missing.isEmpty
      ? baseMessage(
        "unlocked-executables", "\(name) provides \(list(others)), which the lock does not list")
      : baseMessage(
        "missing-executables",
        "\(name) does not provide the locked executable\(missing.count == 1 ? "" : "s") "
          + list(missing))
    let lists = message.detail("locked", list(locked))
      .detail("found", found.isEmpty ? "no executables" : list(found))
    let update = "bootstrap lock --update \(tool)"
    return missing.isEmpty
      ? lists.detail("run", update)
      : lists.detail(
        "try",
        "correct `executables:` in the Toolfile, or the index of the source, then run `\(update)`")
  }

  /// Returns the start of every message: the headline, the origin of the request, and the file's
  /// URL.
  private func baseMessage(_ code: String, _ headline: String) -> Message {
    Message(code, headline).detail("asked by", origin?.description).detail("from", concealed(url))
  }

  /// Returns the message for an archive that is damaged or not supported.
  private func unreadable(_ name: String, _ reason: String) -> Message {
    baseMessage("unreadable-archive", "\(name) cannot be unpacked")
      .detail("because", reason)
  }
}

extension ArchiveFault {
  var words: String {
    switch self {
    case .zip(.noDirectory): "it is not a zip file, or it is truncated"
    case .zip(.severalParts): "it is one part of a multi-part archive"
    case .zip(.contradiction): "its central directory is inconsistent"
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
    case .members(let limit): "contains more than \(QuantityFormat.number(limit)) files"
    case .size(let limit): "unpacks to more than \(QuantityFormat.bytes(limit))"
    case .ratio(let limit): "unpacks to more than \(limit) times its packed size"
    case .directory(let limit): "has a file list larger than \(QuantityFormat.bytes(limit))"
    }
  }
}

extension MemberFailure {
  /// The reason that unpacking would be unsafe, or `nil` if the archive is only damaged or
  /// not supported.
  fileprivate var danger: String? {
    switch self {
    case .path(.absolute), .path(.dots), .path(.drive):
      "its path leads outside the destination directory"
    case .path: "its name contains a character that is not allowed in file names"
    case .duplicate: "another entry has the same name"
    case .fileAndDirectory: "it is a file or link at a path where another entry needs a directory"
    case .differsOnlyInCase(let other): "it differs from `\(other)` only in case"
    case .encrypted: "it is encrypted"
    case .kind, .hardLink, .sparse: "it is not a file, directory, or symbolic link"
    case .linkLeadsOut(let target): "it links to `\(target)`, outside the destination directory"
    case .method, .headersDisagree, .overlap, .size, .checksum, .compression, .truncated: nil
    }
  }

  fileprivate func words(of member: String) -> String {
    let words =
      switch self {
      case .path(.absolute), .path(.dots), .path(.drive): "leads outside the destination directory"
      case .path: "contains a character that is not allowed in file names"
      case .duplicate: "appears twice"
      case .differsOnlyInCase(let other): "differs from `\(other)` only in case"
      case .fileAndDirectory: "is both a file and a directory"
      case .encrypted: "is encrypted"
      case .method(let method): "uses compression method \(method), which is not supported"
      case .kind: "is not a file, directory, or symbolic link"
      case .hardLink(let target): "is a hard link to `\(target)`"
      case .linkLeadsOut(let target): "links to `\(target)`, outside the destination directory"
      case .sparse: "is a sparse file"
      case .headersDisagree: "has conflicting headers"
      case .overlap: "overlaps other data in the archive"
      case .size(let expected, let actual): "has \(actual) bytes instead of \(expected)"
      case .checksum: "has the wrong checksum"
      case .compression: "cannot be decompressed"
      case .truncated: "is truncated"
      }
    return "`\(member)` \(words)"
  }
}
