internal import Diagnostics
internal import Vocabulary

// The fields of `artifact` and `part` lines.
extension LockLineReader {
  /// Reads the fields of an artifact, and checks that its content id matches the rest of
  /// the stanza.
  mutating func artifact(
    of tool: inout LockedTool
  ) throws(LockLineError) -> Artifact {
    let platform = try platform()
    let id = try required("content id", LockedID.init(_:_:))
    let idOffset = errorOffset
    let format = try format()
    let digest = try digest()
    switch id {
    case .current(let id):
      // The shim runs the programs in the folder that the id determines. With a wrong id, it could
      // run programs that are not locked.
      guard !tool.isOutdated, id == tool.contentID(format, digest, for: platform) else {
        throw LockLineError(fault: .foreignContentID("\(id)"), offset: idOffset)
      }
      tool.addContentID(id, format, digest, for: platform)
    case .outdated: tool.isOutdated = true
    }
    let size = try size()
    var urls = [try url()]
    while let range = try next() { urls.append(try url(range)) }
    return Artifact(platform: platform, format: format, digest: digest, size: size, urls: urls)
  }

  /// Reads the fields of a part; the platform `any` becomes `nil`.
  mutating func part() throws(LockLineError) -> ArtifactPart {
    let platform = try platformOrAny()
    let name = try required("part", PartName.init(_:_:))
    let version = try version()
    let format = try format()
    let digest = try digest()
    let size = try size()
    let url = try url()
    try finish()
    return ArtifactPart(
      platform: platform, name: name, version: version, format: format, digest: digest, size: size,
      url: url)
  }

  /// Reads a platform, or returns `nil` for the word `any`.
  mutating func platformOrAny() throws(LockLineError) -> Platform? {
    let word = try required("platform")
    let platform = Platform(source, word)
    if platform == nil, text(word) != "any" { throw unknownPlatform(word, or: ["any"]) }
    return platform
  }

  private mutating func format() throws(LockLineError) -> ArtifactFormat {
    try required("format", ArtifactFormat.init(_:_:))
  }
}

/// The content id in an `artifact` line.
private enum LockedID {
  case current(ContentID)
  /// The form of an older bootstrap: the first 12 digits of the artifact's digest. It is not used,
  /// because an attacker can easily make two artifacts that share these digits.
  case outdated

  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    if let id = ContentID(bytes, range) {
      self = .current(id)
    } else if ContentID.isOutdated(bytes, range) {
      self = .outdated
    } else {
      return nil
    }
  }
}
