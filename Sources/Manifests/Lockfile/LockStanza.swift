internal import Diagnostics
internal import Versions

/// A stanza while its lines are read.
struct LockStanza {
  /// Of fields in a line, and of lines of one word: what keeps looking for duplicates cheap on any
  /// text.
  static let maximumCount = 1000

  /// nil where the first line is wrong; the others are read for their errors.
  private(set) var name: ToolName?
  private var version: VersionText?
  /// The line of the file where it begins.
  let line: Int
  private var wants: [LockedTool.Want] = []
  private var declaration: LockedDeclaration?
  private var released: ReleaseTime?
  private var needs: [LockedTool.Need] = []
  private var provides: [ExecutableName]?
  private var artifacts: [Artifact] = []
  private var parts: [ArtifactPart] = []
  private var isTrustedOnFirstUse = false
  private var unknownLines: [UnknownLockLine] = []
  private var lastLine = LockLine.tool
  /// Whether there is such a line, be it wrong.
  private var (hasWants, hasDeclaration, hasProvides) = (false, false, false)

  init(line: Int) {
    self.line = line
  }

  mutating func readFirstLine(_ fields: inout LockFields) throws(LockLineError) {
    let name = try fields.toolName()
    let version = try fields.version()
    try fields.finish()
    self.name = name
    self.version = version
  }

  /// Reads a line. false where it says again what may be said once.
  mutating func read(_ word: LockLine, _ fields: inout LockFields) throws(LockLineError) -> Bool {
    lastLine = word
    switch word {
    case .wants:
      hasWants = true
      let want = LockedTool.Want(
        try fields.requirement(), by: try fields.required(.requester, Requester.init(_:_:)))
      try fields.finish()
      if wants.count == Self.maximumCount { throw Self.tooMany(fields) }
      if wants.contains(where: { $0.requester == want.requester }) { return false }
      wants.append(want)
    case .declares:
      if hasDeclaration { return false }
      hasDeclaration = true
      declaration = try Self.declaration(&fields)
    case .released:
      if released != nil { return false }
      released = try fields.required(.time, ReleaseTime.init(_:_:))
      try fields.finish()
    case .needs:
      let need = LockedTool.Need(try fields.toolName(), try fields.requirement())
      try fields.finish()
      if needs.count == Self.maximumCount { throw Self.tooMany(fields) }
      if needs.contains(where: { $0.tool == need.tool }) { return false }
      needs.append(need)
    case .provides:
      if hasProvides { return false }
      hasProvides = true
      provides = try Self.executables(&fields)
    case .artifact:
      let artifact = try Self.artifact(&fields)
      if artifacts.isEmpty { artifacts.reserveCapacity(Platform.allCases.count) }
      for index in artifacts.indices where artifacts[index].platform == artifact.platform {
        return false
      }
      artifacts.append(artifact)
    case .part: parts.append(try Self.part(&fields))
    case .trustOnFirstUse:
      try fields.finish()
      if isTrustedOnFirstUse { return false }
      isTrustedOnFirstUse = true
    case .lockfile, .platforms, .tool: preconditionFailure("these stand at the margin")
    }
    return true
  }

  private static func tooMany(_ fields: LockFields) -> LockLineError {
    fields.error(.tooManyFields(limit: maximumCount))
  }

  mutating func keep(_ text: String) {
    let position =
      switch lastLine {
      case .wants: wants.count
      case .needs: needs.count
      case .artifact: artifacts.count
      case .part: parts.count
      default: 1
      }
    unknownLines.append(UnknownLockLine(text: text, predecessor: lastLine, position: position))
  }

  /// The first words of the lines that it lacks.
  var missing: [LockLine] {
    (hasWants ? [] : [.wants]) + (hasDeclaration ? [] : [.declares])
      + (hasProvides ? [] : [.provides])
  }

  /// nil while something is ``missing``, and where the first line was wrong.
  func finished() -> LockedTool? {
    guard let name, let version, let declaration, let provides else { return nil }
    return LockedTool(
      name: name, version: version, wants: wants, declaration: declaration, released: released,
      needs: needs, provides: provides, artifacts: artifacts, parts: parts,
      isTrustedOnFirstUse: isTrustedOnFirstUse, unknownLines: unknownLines)
  }

  private static func declaration(
    _ fields: inout LockFields
  ) throws(LockLineError) -> LockedDeclaration {
    // The words of sources have the form of tools' names.
    let source = try fields.required(.source, ToolName.init(_:_:)).text
    var options: [LockedDeclaration.Option] = []
    while let range = try fields.next() {
      guard let separator = fields.source[range].firstIndex(of: UInt8(ascii: "=")),
        separator > range.lowerBound,
        fields.source[range.lowerBound..<separator].allSatisfy(\.isIdentifier)
      else { throw fields.wrong(.option, range) }
      if options.count == maximumCount { throw tooMany(fields) }
      let key = fields.text(range.lowerBound..<separator)
      if options.contains(where: { $0.key == key }) { throw fields.error(.repeatedField(key)) }
      options.append(.init(key, fields.text(separator + 1..<range.upperBound)))
    }
    return LockedDeclaration(source: source, options: options)
  }

  private static func executables(
    _ fields: inout LockFields
  ) throws(LockLineError) -> [ExecutableName] {
    var names: [ExecutableName] = []
    while let range = try fields.next() {
      guard let name = ExecutableName(fields.source, range) else {
        throw fields.wrong(.executable, range)
      }
      if names.count == maximumCount { throw tooMany(fields) }
      if names.contains(name) { throw fields.error(.repeatedField(name.text)) }
      names.append(name)
    }
    return names
  }

  private static func artifact(_ fields: inout LockFields) throws(LockLineError) -> Artifact {
    let platform = try fields.platform()
    let id = try fields.required(.contentID, ContentID.init(_:_:))
    let format = try fields.required(.format, ArtifactFormat.init(_:_:))
    let digest = try fields.digest()
    // The id names the folder whose programs run: with another one the lock would run what it does not say.
    guard id == ContentID(digest) else { throw fields.error(.foreignContentID("\(id)")) }
    let size = try fields.size()
    var urls = [try fields.url()]
    while let range = try fields.next() { urls.append(try fields.url(range)) }
    return Artifact(
      platform: platform, id: id, format: format, digest: digest, size: size, urls: urls)
  }

  private static func part(_ fields: inout LockFields) throws(LockLineError) -> ArtifactPart {
    let word = try fields.required(.platform)
    let platform = Platform(fields.source, word)
    if platform == nil, fields.text(word) != "any" { throw fields.wrong(.platform, word) }
    let name = try fields.required(.partName, PartName.init(_:_:))
    let version = try fields.version()
    let format = try fields.required(.format, ArtifactFormat.init(_:_:))
    let digest = try fields.digest()
    let size = try fields.size()
    let url = try fields.url()
    try fields.finish()
    return ArtifactPart(
      platform: platform, name: name, version: version, format: format, digest: digest, size: size,
      url: url)
  }
}
