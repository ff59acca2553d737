internal import Diagnostics
internal import Versions
internal import Vocabulary

/// How one kind of line in a stanza is read and written.
///
/// Lines of the same kind begin with the same word.
struct StanzaLine: Sendable {
  typealias Read = @Sendable (inout LockLineReader, inout LockedTool) throws(LockLineError) -> Bool
  typealias Write = @Sendable (LockedTool, inout LockfileWriter) -> Void

  /// The first word of the lines.
  let word: String
  /// Whether every stanza must have such a line.
  let isRequired: Bool
  /// Whether the line may occur at most once.
  let isSingle: Bool
  /// Whether the line is read after the others of its stanza, because its checks depend on them.
  let isReadLast: Bool
  /// Reads the fields of a line into a tool. Returns `false` if the tool already has an equivalent
  /// line, such as an artifact for the same platform.
  ///
  /// For lines that may occur only once, the caller checks that, and the result is `true`.
  let read: Read
  /// Writes the fields of each line of this kind in the stanza of a tool, without the first word.
  let write: Write

  private init(
    _ word: String, isRequired: Bool = false, isSingle: Bool = false,
    isReadLast: Bool = false, read: @escaping Read,
    write: @escaping Write
  ) {
    self.word = word
    self.isRequired = isRequired
    self.isSingle = isSingle
    self.isReadLast = isReadLast
    self.read = read
    self.write = write
  }

  /// The kinds of lines, in the order of a stanza. Lines of the first kind are not indented.
  static let table = [
    StanzaLine("tool", isRequired: true, isSingle: true) { fields, tool throws(LockLineError) in
      let name = try fields.toolName()
      let version = try fields.version()
      try fields.finish()
      (tool.name, tool.version) = (name, version)
      return true
    } write: { tool, lines in
      lines.write([tool.name.text, tool.version.text])
    },
    StanzaLine("wants", isRequired: true) { fields, tool throws(LockLineError) in
      let want = LockedTool.Want(try fields.requirement(), by: try fields.requester())
      try fields.finish()
      return try tool.wants.add(want, fields) { $0.requester == $1.requester }
    } write: { tool, lines in
      for want in tool.wants {
        lines.write([quoted(want.requirement.description), want.requester.description])
      }
    },
    StanzaLine("declares", isRequired: true, isSingle: true) { fields, tool throws(LockLineError) in
      tool.declared = try fields.declaration(of: &tool)
      return true
    } write: { tool, lines in
      lines.write(tool.declared.options.map { field("\($0.key)=\($0.value)") })
    },
    StanzaLine("defined", isSingle: true) { fields, tool throws(LockLineError) in
      tool.definition = try fields.definition()
      return true
    } write: { tool, lines in
      if let definition = tool.definition { lines.write(definition.fields) }
    },
    StanzaLine("publisher", isSingle: true) { fields, tool throws(LockLineError) in
      tool.publisher = try fields.publisher()
      return true
    } write: { tool, lines in
      if let publisher = tool.publisher { lines.write(publisher.fields) }
    },
    StanzaLine("verified", isSingle: true) { fields, tool throws(LockLineError) in
      tool.verification = try fields.verification()
      return true
    } write: { tool, lines in
      if let verification = tool.verification { lines.write(verification.fields) }
    },
    StanzaLine("with") { fields, tool throws(LockLineError) in
      let dependency = try fields.dependency()
      return try tool.dependencies.add(dependency, fields) { $0.order == $1.order }
    } write: { tool, lines in
      for used in tool.dependencies {
        lines.write(used.dependency.words + [used.platform.rawValue])
      }
    },
    StanzaLine("step") { fields, tool throws(LockLineError) in
      let step = try fields.step()
      try fields.finish()
      if tool.steps.count == maximumCount {
        throw fields.error(.tooManyFields(limit: maximumCount))
      }
      tool.steps.append(step)
      return true
    } write: { tool, lines in
      for step in tool.steps { lines.write([quoted(step)]) }
    },
    StanzaLine("extension") { fields, tool throws(LockLineError) in
      let gem = try fields.required("part", PartName.init(_:_:))
      try fields.finish()
      return try tool.extensions.add(gem, fields) { $0.text == $1.text }
    } write: { tool, lines in
      for gem in tool.extensions { lines.write([gem.text]) }
    },
    StanzaLine("released", isSingle: true) { fields, tool throws(LockLineError) in
      tool.released = try fields.required(
        "time", ReleaseTime.init(_:_:))
      try fields.finish()
      return true
    } write: { tool, lines in
      if let released = tool.released { lines.write([released.description]) }
    },
    StanzaLine("needs") { fields, tool throws(LockLineError) in
      let need = ToolNeed(try fields.toolName(), try fields.requirement())
      try fields.finish()
      return try tool.needs.add(need, fields) { $0.tool.text == $1.tool.text }
    } write: { tool, lines in
      for need in tool.needs {
        lines.write([need.tool.text, quoted(need.requirement.description)])
      }
    },
    StanzaLine("provides", isRequired: true, isReadLast: true) {
      fields, tool throws(LockLineError) in
      for executable in try fields.executables(of: &tool) {
        if try !tool.provides.insert(executable, fields) { return false }
      }
      return true
    } write: { tool, lines in
      for executable in tool.provides {
        lines.begin()
        lines.add(executable.name.text)
        for platform in executable.platforms ?? [] { lines.add(platform.rawValue) }
        lines.end()
      }
    },
    StanzaLine("artifact", isReadLast: true) { fields, tool throws(LockLineError) in
      let artifact = try fields.artifact(of: &tool)
      if tool.artifacts.isEmpty { tool.artifacts.reserveCapacity(Platform.allCases.count) }
      for index in tool.artifacts.indices
      where tool.artifacts[index].platform == artifact.platform {
        return false
      }
      tool.artifacts.append(artifact)
      return true
    } write: { tool, lines in
      for artifact in tool.artifacts {
        lines.begin()
        lines.add(artifact.platform.rawValue)
        lines.add(tool.contentID(of: artifact).description)
        lines.add(artifact.format.text)
        lines.add(artifact.digest.description)
        lines.add(String(artifact.size))
        for url in artifact.urls { lines.add(url.text) }
        lines.end()
      }
    },
    StanzaLine("part") { fields, tool throws(LockLineError) in
      tool.parts.append(try fields.part())
      return true
    } write: { tool, lines in
      for part in tool.parts {
        lines.write([
          part.platform?.rawValue ?? "any", part.name.text, part.version.text, part.format.text,
          part.digest.description, String(part.size), part.url.text,
        ])
      }
    },
    StanzaLine("trust-on-first-use") { fields, tool throws(LockLineError) in
      try fields.finish()
      if tool.isTrustedOnFirstUse { return false }
      tool.isTrustedOnFirstUse = true
      return true
    } write: { tool, lines in
      if tool.isTrustedOnFirstUse { lines.write([]) }
    },
  ]
}

/// The maximum number of options or executables in a line, and of `wants` or `needs` lines in a
/// stanza. The search for duplicates takes quadratic time, so the limit keeps it cheap.
private let maximumCount = 1000

extension Array {
  /// Appends `element`, or returns `false` if the array already has an equivalent element.
  ///
  /// - Throws: ``LockLineFault/tooManyFields(limit:)`` at the last field that `fields` has read if
  ///   the array has ``maximumCount`` elements.
  fileprivate mutating func add(
    _ element: Element, _ fields: LockLineReader, isSame: (Element, Element) -> Bool
  ) throws(LockLineError) -> Bool {
    if count == maximumCount { throw fields.error(.tooManyFields(limit: maximumCount)) }
    for index in indices where isSame(self[index], element) { return false }
    append(element)
    return true
  }
}

extension [LockedExecutable] {
  /// Inserts `executable` in the order of names, or returns `false` if the array already has one of
  /// that name. Executables that bootstrap wrote are sorted, so they need no search, and their
  /// number has no limit.
  ///
  /// - Throws: ``LockLineFault/tooManyFields(limit:)`` at the last field that `fields` has read if
  ///   the executable is out of order and the array has ``maximumCount`` elements.
  fileprivate mutating func insert(
    _ executable: LockedExecutable, _ fields: LockLineReader
  ) throws(LockLineError) -> Bool {
    // Comparing the texts can be inlined. Comparing names of another module cannot.
    let name = executable.name.text
    guard let last, last.name.text >= name else {
      append(executable)
      return true
    }
    if last.name.text == name { return false }
    if count >= maximumCount { throw fields.error(.tooManyFields(limit: maximumCount)) }
    let next = firstIndex { $0.name.text >= name } ?? endIndex
    if self[next].name.text == name { return false }
    insert(executable, at: next)
    return true
  }
}

extension LockLineReader {
  /// Reads a command line of a build.
  fileprivate mutating func step() throws(LockLineError) -> String {
    let range = try required("step")
    guard range.count <= ToolfileLexer.maximumStringByteCount,
      let step = String(validating: source[range], as: UTF8.self), LockedDeclaration.isStep(step)
    else { throw wrong("step", range) }
    return step
  }

  /// Reads the fields of a `with` line.
  fileprivate mutating func dependency() throws(LockLineError) -> LockedBuildDependency {
    let tool = try toolName()
    let version = try version()
    let id = try required("content id", ContentID.init(_:_:))
    let platform = try platform()
    try finish()
    return LockedBuildDependency(
      BuildDependency(tool: tool, version: version, id: id), on: platform)
  }

  fileprivate mutating func requester() throws(LockLineError) -> Requester {
    try required("requester", Requester.init(_:_:))
  }

  /// Reads `key=value` fields.
  ///
  /// An older bootstrap wrote the name of the source as the first field, without a key. If so, sets
  /// ``LockedTool/hasOlderDeclaration`` of `tool`.
  fileprivate mutating func declaration(
    of tool: inout LockedTool
  ) throws(LockLineError) -> LockedDeclaration {
    var options: [LockedDeclaration.Option] = []
    while let range = try next() {
      // Source names have the same form as tool names.
      if options.isEmpty, let source = ToolName(self.source, range) {
        options.append(.init(LockedDeclaration.sourceKey, source.text))
        tool.hasOlderDeclaration = true
        continue
      }
      let (key, value) = try option(range)
      if key.hasSuffix("]") { throw wrong("option", range) }
      if try !options.add(.init(key, value), self, isSame: { $0.key == $1.key }) {
        throw error(.repeatedField(key))
      }
    }
    return LockedDeclaration(options: options)
  }

  /// Reads the remaining fields as an executable that `tool` may provide, and its platforms.
  ///
  /// An older bootstrap wrote the names of all executables on one line. The result then has several
  /// elements, and `tool` becomes outdated.
  fileprivate mutating func executables(
    of tool: inout LockedTool
  ) throws(LockLineError) -> [LockedExecutable] {
    var names: [ExecutableName] = []
    var platforms: [Platform] = []
    while let range = try next() {
      if !names.isEmpty, let platform = Platform(source, range) {
        if try !platforms.add(platform, self, isSame: ==) {
          throw error(.repeatedField(platform.rawValue))
        }
        continue
      }
      guard let name = ExecutableName(source, range) else { throw wrong("executable", range) }
      if try !names.add(name, self, isSame: ==) { throw error(.repeatedField(name.text)) }
      guard tool.permits(name) else {
        throw error(.reservedExecutable(name))
      }
    }
    if names.count != 1 { tool.isOutdated = true }
    return names.map { LockedExecutable($0, on: platforms.isEmpty ? nil : platforms) }
  }
}
