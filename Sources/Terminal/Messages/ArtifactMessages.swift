internal import Diagnostics
internal import Vocabulary

extension ArtifactProblem {
  var message: Message {
    let title = "\(tool) \(version)"
    let name = part.map { "\($0) (part of \(title))" } ?? title
    switch fault {
    case .archive(.member(let member, let failure)):
      guard let reason = failure.danger else { return unreadable(name, failure.words(of: member)) }
      return baseMessage(
        "refused-member", "\(name) contains an entry that bootstrap cannot unpack safely"
      )
      .detail("entry", member.isEmpty ? nil : literal(member))
      .detail("because", reason)
    case .archive(.limit(let limit)):
      return baseMessage("archive-too-large", "\(name) \(limit.words)")
    case .archive(let fault): return unreadable(name, fault.words)
    case .unknownFormat(let format, let known):
      return unreadable(
        name, "its format \(literal(format)) is not supported by this version of bootstrap"
      )
      .detail("supported", key: "known", known)
    case .wrongExecutables(let locked, let found):
      let update = "bootstrap lock --update \(tool)"
      return baseMessage(
        "unlocked-executables",
        "\(name) provides "
          + found.filter { !locked.contains($0) }.map { "`\($0)`" }.joined(separator: ", ")
          + ", which the lock does not list"
      )
      .detail("locked", locked.map { "`\($0)`" })
      .detail("found", found.map { "`\($0)`" })
      .detail("run", update)
    case .missingExecutables(let missing, let files):
      return missingExecutables(name, missing, files)
    case .gem(let gem, let fault):
      return baseMessage("faulty-gem", "\(title) cannot be installed: \(fault.words(of: gem))")
    }
  }

  private func missingExecutables(
    _ name: String, _ missing: [MissingExecutable], _ files: [String]
  ) -> Message {
    let words = missing.map { executable in
      "`\(executable.name)`" + (executable.path.map { " at \(literal($0))" } ?? "")
    }
    let hasPaths = missing.contains { $0.path != nil }
    let cause =
      hasPaths
      ? "correct the path in `executables:` in the Toolfile"
      : "correct `executables:` in the Toolfile, or the index of the source"
    return baseMessage(
      "missing-executables",
      "\(name) contains no executable \(words.joined(separator: ", "))"
    )
    .detail(
      "contains", key: "found",
      files.isEmpty
        ? ["no files"] : nearestFirst(files, to: missing.map { $0.path ?? $0.name.text }, limit: 5)
    )
    .detail("try", "\(cause), then run `bootstrap lock --update \(tool)`")
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
    case .tar(let failure): failure.words
    case .layer(let name, let failure): failure.words(of: name)
    case .member(let name, let failure): failure.words(of: name)
    case .limit(let failure): "it \(failure.words)"
    }
  }
}

extension TarFailure {
  fileprivate var words: String {
    switch self {
    case .noHeader: "it is not a tar archive"
    case .compressed(let name): "it is \(withArticle(name)) file, not a plain tar archive"
    case .header(let offset): "the tar header at byte \(offset) is damaged"
    case .truncated: "it is truncated"
    case .trailingData: "other data follows the end of the tar archive"
    }
  }
}

extension LayerFailure {
  fileprivate func words(of name: String) -> String {
    switch self {
    case .noHeader: "it is not \(withArticle(name)) file"
    case .damaged(let reason): "its \(name) data is damaged" + (reason.isEmpty ? "" : ": \(reason)")
    case .memory:
      "its \(name) data needs more memory to unpack than is allowed, as after `zstd --long=31`"
    case .checksum: "its \(name) data does not match its checksum or length"
    case .truncated: "its \(name) data is truncated"
    case .trailingData: "other data follows its \(name) data"
    case .secondLayer(let second):
      "it is compressed twice, with \(second) and then with \(name)"
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
    case .idle(let seconds): "yields no data for more than \(seconds) s"
    }
  }
}

extension MemberPathFailure {
  /// The reason, as the predicate of a sentence about the path.
  fileprivate var predicate: String {
    switch self {
    case .empty: "is empty"
    case .emptyComponent: "contains an empty name"
    case .absolute: "is absolute"
    case .dots: "contains `..`"
    case .backslash: "contains a backslash"
    case .nul: "contains a NUL byte"
    case .control: "contains a control character"
    case .drive: "begins with a drive letter"
    case .longComponent(let limit): "contains a name longer than \(limit) bytes"
    case .tooLong(let limit): "is longer than \(QuantityFormat.number(limit)) bytes"
    case .tooDeep(let limit): "has more than \(limit) levels of directories"
    case .notUTF8: "is not valid UTF-8"
    }
  }
}

extension MemberFailure {
  /// The reason that unpacking would be unsafe, or `nil` if the archive is only damaged or
  /// not supported.
  fileprivate var danger: String? {
    switch self {
    case .path(let failure): "its path \(failure.predicate)"
    case .linkTarget(let failure): "the target of the link \(failure.predicate)"
    case .duplicate: "another entry has the same name"
    case .encrypted, .kind, .hardLink, .linkLeadsOut, .linkLoop, .sparse, .fileAndDirectory,
      .differsOnlyInCase:
      "it \(predicate)"
    case .method, .headersDisagree, .overlap, .size, .checksum, .compression, .truncated: nil
    }
  }

  fileprivate func words(of member: String) -> String {
    switch self {
    case .path(let failure): "the path \(literal(member)) \(failure.predicate)"
    case .linkTarget(let failure): "the target of the link \(literal(member)) \(failure.predicate)"
    default: "\(literal(member)) \(predicate)"
    }
  }

  /// The reason, as the predicate of a sentence about the member.
  private var predicate: String {
    switch self {
    case .path(let failure): "has a path that \(failure.predicate)"
    case .linkTarget(let failure): "has a target that \(failure.predicate)"
    case .duplicate: "appears twice"
    case .differsOnlyInCase(let other):
      "and \(literal(other)) are one name on this file system, which ignores case"
    case .fileAndDirectory: "is a file or link at a path where another entry needs a directory"
    case .encrypted: "is encrypted"
    case .method(let method): "uses compression method \(method), which is not supported"
    case .kind: "is a device, a pipe, or of an unknown type"
    case .hardLink(let target):
      "is a hard link to \(literal(target)), but no entry before it has this name"
    case .linkLeadsOut(let target): "links to \(literal(target)), outside the destination directory"
    case .linkLoop(let target): "links to \(literal(target)), which leads through too many links"
    case .sparse: "is a sparse file"
    case .headersDisagree: "has conflicting headers"
    case .overlap: "overlaps other data in the archive"
    case .size(let expected, let actual): "has \(actual) bytes instead of \(expected)"
    case .checksum: "has the wrong checksum"
    case .compression: "cannot be decompressed"
    case .truncated: "is truncated"
    }
  }
}

extension GemFault {
  /// A clause that describes the fault of a gem, such as `json 2.6.2`.
  fileprivate func words(of gem: String) -> String {
    switch self {
    case .unexpectedEntry(let entry): "the gem \(gem) contains \(literal(entry)), which no gem has"
    case .missingEntry(let entry): "the gem \(gem) lacks its entry \(literal(entry))"
    case .checksum(let entry): "\(literal(entry)) in the gem \(gem) does not match its checksum"
    case .unreadableMetadata: "the description in the gem \(gem) cannot be read"
    case .field(let field):
      "\(literal(field)) in the description of the gem \(gem) is missing, or has an unexpected form"
    case .unsafePath(let field):
      "\(literal(field)) in the description of the gem \(gem) names a file outside the gem"
    case .missingExecutable(let path):
      "the gem \(gem) does not contain its executable \(literal(path))"
    case .refusedMetadata(let reason):
      "RubyGems refuses the description in the gem \(gem): \(printable(reason))"
    case .otherGem(let other): "the file of the gem \(gem) contains \(literal(other))"
    case .otherPlatform(let platform): "the gem \(gem) is for \(literal(platform))"
    case .unlistedExtension:
      "the gem \(gem) would run code, but the lock has no `extension` line for it"
    }
  }
}
