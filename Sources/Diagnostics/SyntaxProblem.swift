package import Vocabulary

/// A fault in the text of a manifest or lock, and its location.
package struct SyntaxProblem: Hashable, Sendable {
  package let origin: Origin
  package let fault: SyntaxFault
  /// The line to write instead, or `nil` if it is not clear what was meant.
  package let suggestion: String?

  /// Creates a problem with `fault` at the location `origin`. Omit `suggestion` if it is not clear
  /// what was meant.
  package init(_ fault: SyntaxFault, at origin: Origin, suggestion: String? = nil) {
    self.origin = origin
    self.fault = fault
    self.suggestion = suggestion
  }
}

/// The syntax problems of one text.
package struct SyntaxProblems: Error, Hashable, Sendable {
  /// The maximum number of problems. A text with more is probably not a manifest or lock at all.
  package static let limit = 100

  /// The problems in order of appearance; at least one and at most ``limit``.
  package let problems: [SyntaxProblem]

  /// Whether the problems contain no text of the file.
  package private(set) var hidesText = false

  /// Creates the list. `problems` must not be empty and must be in order of appearance.
  package init(_ problems: [SyntaxProblem]) { self.problems = problems }

  /// Returns these problems and those of another text, up to ``limit``.
  package func appending(_ other: SyntaxProblems) -> SyntaxProblems {
    var result = SyntaxProblems(Array((problems + other.problems).prefix(Self.limit)))
    result.hidesText = hidesText || other.hidesText
    return result
  }

  /// The same problems without any text of the file. A manifest in a stranger's repository may be
  /// a link to a file with secrets, which must not appear in a log.
  package var withoutText: SyntaxProblems {
    var result = SyntaxProblems(problems.map { SyntaxProblem($0.fault.withoutText, at: $0.origin) })
    result.hidesText = true
    return result
  }
}

/// A kind of syntax problem in a manifest or lock.
///
/// A payload `word` is the first word of the statement or line. Payloads that quote the text
/// contain it verbatim, in full and including special characters.
package enum SyntaxFault: Hashable, Sendable {
  // The text as a whole.
  /// The text is larger than `limit` bytes; it has `size`.
  case tooLarge(limit: Int, size: Int)
  case utf16
  case notUTF8, notYAML
  case nulByte
  /// A control character, which is invisible but may affect a terminal.
  case controlCharacter(Unicode.Scalar)

  /// Another fault, whose text is not shown. `expected` is `nil` if anything else is expected.
  case unshownText(expected: SyntaxElement?)

  // Names and words, in all files.
  case toolName(String, WordFault)
  case version(String, WordFault)
  case executableName(String, WordFault)
  /// The text is not a platform. `nearest` lists those that other programs name so.
  case platform(String, nearest: [Platform], known: [Platform])
  case duplicatePlatform(Platform)
  /// The tool occurs a second time. `line` is the line of the first occurrence.
  case duplicateTool(ToolName, line: Int)
  case requirement(String, RequirementFault)

  // `.tool-version`
  case missingVersion(tool: ToolName)
  /// A range or `latest` in place of an exact version.
  case rangeAsVersion(tool: String, text: String)
  case extraWord(String)

  // `Toolfile`: the grammar.
  /// The text is Ruby code or otherwise outside the grammar. `known` lists the words that may begin
  /// a statement.
  case notPartOfToolfile(String, known: [String])
  case unexpected(found: SyntaxElement, expected: SyntaxElement)
  case unterminatedString
  case unknownEscape(String)
  case stringTooLong(limit: Int)
  case integerTooLarge(String)
  case nestedTooDeep(limit: Int)
  case tooManyValues(limit: Int)
  case valueAfterOption
  case duplicateKey(String)
  /// A `group`, `on`, or `define` statement lacks its `do`.
  case missingDo(word: String)
  case missingEnd(word: String)
  case strayEnd
  /// A statement that takes no block has a `do`.
  case unexpectedBlock(word: String)
  /// The file has the markers of a merge that was not finished.
  case unfinishedMerge
  /// The file has a marker of a merge, such as `>>>>>>>`, without the others of its conflict.
  case strayMarker(String)

  // `Toolfile`: the meaning.
  /// The tool is already defined. `line` is the line of the first definition.
  case duplicateDefinition(ToolName, line: Int)
  /// The tool is defined a second time, in another text of the registry.
  case definedElsewhere(ToolName, at: Origin)
  /// The condition `from:` is not lower than `until:`, so that the line never counts.
  case neverCounts(from: VersionText, until: VersionText)
  /// The text does not name rules for versions. `known` lists the names that exist.
  case scheme(String, known: [String])
  case blockInDefinition(word: String)
  /// An `otherwise` block contains a line that applies to all sources of the definition.
  case notInAlternative(word: String)
  /// The text is not the address of a web page.
  case webAddress(String)
  /// The text does not have the form of a package in the source of this name.
  case foreignPackage(String, source: String)
  /// A parameter of an address has a secret as its value, which is not shown.
  case secretParameter(name: String)
  /// A definition states that its tool needs itself.
  case needsItself(ToolName)
  /// A line of a definition is for builds, but its source has no build steps.
  case onlyForBuilds(word: String)
  /// A registry contains a statement other than `define`.
  case notInRegistry(word: String)
  /// The project requires another version of bootstrap than `running`.
  case otherBootstrap(requirement: String, running: String)
  case missingArgument(word: String, SyntaxElement)
  case extraArgument(word: String)
  /// A statement that may occur only once is repeated. `line` is the line of the first occurrence.
  case duplicateStatement(word: String, line: Int)
  case onlyAtTopLevel(word: String)
  case blockInItself(word: String)
  case unknownOption(word: String, option: String, known: [String])
  /// A value does not have the expected form. `of` is the option or statement that has the value.
  case wrongValue(of: String, expected: SyntaxElement, found: SyntaxElement)
  case duration(String)
  case emptyValue(of: String)
  case duplicateValue(of: String, String)
  /// The requirement is stated both as a value and as `version:`.
  case duplicateRequirement
  /// `platforms:` and the enclosing `on` have no platform in common.
  case noPlatformLeft(tool: ToolName)
  /// `on:` of a hook and the enclosing `on` have no platform in common.
  case noPlatformLeftForHook(HookName)
  /// A `group` contains a statement that applies to the whole machine.
  case inGroup(word: String)
  /// The text is not a valid package name for this manager.
  case hostPackage(String, HostPackageManager)
  case hookName(String, WordFault)
  /// The hook is named like a kind of step, which would make `after:` ambiguous.
  case reservedHookName(HookName)
  /// The name occurs a second time. `line` is the line of the first occurrence.
  case duplicateName(String, line: Int)
  /// `after:` names a step that does not exist.
  case unknownStep(String, known: [String])
  /// Each hook runs after the next one, and the last runs after the first. There is at least one.
  case hookCycle([HookPlace])
  /// No definition in the shipped registry or the user's says how to ask a system program for its
  /// version. `known` lists the programs that have such a definition.
  case noVersionCommand(ToolName, known: [ToolName])
  /// A hook has both `once:` and `check:`, which exclude each other.
  case onceWithCheck
  /// A path that is absolute or leaves the folder of the Toolfile.
  case pathOutsideFolder(String)
  /// The source already has a different address, which `line` assigns to it.
  case otherAddress(source: String, line: Int)

  /// The source of a tool rejects its options.
  case source(SourceProblem)

  // `Toolfile.lock`
  case notALockfile
  case newerLockfile(number: String, known: Int)
  case conflictMarkers
  case truncated
  case lockLine(word: String, LockLineFault)
  case missingLine(word: String, tool: ToolName?)
  case repeatedLine(word: String)
  case strayLine(word: String)
  /// The indentation of a line is neither zero nor two spaces.
  case lockIndentation
  case toolOutOfOrder(ToolName, after: ToolName)
  /// The lock has two stanzas of a tool. The first one is on `line`.
  case repeatedTool(ToolName, line: Int)
  /// A stanza contains an artifact of another version or package.
  ///
  /// - Parameters:
  ///   - file: The address of the artifact.
  ///   - stated: The version that the artifact belongs to, or `nil` if it is unknown.
  case otherVersion(tool: ToolName, version: VersionText, file: String, stated: String?)
  /// The artifact that a stanza lists for `platform` was built for another platform. `file` is its
  /// address.
  case otherPlatform(tool: ToolName, version: VersionText, platform: Platform, file: String)
  /// A stanza lacks the `needs` line of a tool that its definition needs.
  case missingNeed(tool: ToolName, need: ToolName)
  /// The `with` lines of a build do not match the stanza of a tool that it needs. Locking again
  /// corrects them.
  case otherDependency(tool: ToolName, dependency: ToolName)
  /// A tool that only other tools need comes from a different source than `requester`, one of
  /// them.
  case otherSource(tool: ToolName, requester: String)
  /// The `defined` line of a stanza has the digest of a definition, but a different source or
  /// package. `registry` is the name of the registry on that line.
  case otherDefinition(tool: ToolName, registry: String)
  /// A stanza has no `defined` line, and its `declares` line names no source.
  case noLockedSource(tool: ToolName)
  /// The `step` lines of a stanza differ from the steps in its declaration.
  case foreignSteps(tool: ToolName)
  /// The `part` lines of a tool that is built differ from the parts in its `defined` line.
  case foreignParts(tool: ToolName)
  /// The `verified` line of a stanza has no bundle for a file of the tool, such as `linux-x64`, or
  /// `any json@2.9.1` for a part.
  case missingBundle(tool: ToolName, file: String)
  /// The `verified` line of a stanza has a bundle for a file that the stanza does not have.
  case foreignBundle(tool: ToolName, file: String)
}

/// A hook and the line of its statement.
package struct HookPlace: Hashable, Sendable {
  package let name: HookName
  package let line: Int

  /// Creates a place.
  package init(_ name: HookName, line: Int) {
    self.name = name
    self.line = line
  }
}

/// A reason a text is not a valid requirement.
package enum RequirementFault: Hashable, Sendable {
  case emptyClause
  case missingVersion
  case unknownComparator(String)
  case wildcard(String)
  case alternatives
  case character(Unicode.Scalar)
  case notAVersion(String)
  case tooLong(limit: Int)
  /// All conditions together are longer than the limit in bytes.
  case listTooLong(limit: Int)
}

/// A fault in a line of a lock that starts with a known word.
package enum LockLineFault: Hashable, Sendable {
  /// The line contains two spaces in a row, or ends with a space.
  case emptyField
  /// A field is missing. The payload is the expected kind of field, such as `platform`.
  case missingField(String)
  case extraField(String)
  case repeatedField(String)
  case tooManyFields(limit: Int)
  case unterminatedQuote
  case unknownEscape(String)
  /// A field is invalid. The first payload is the expected kind of field, such as `platform`.
  case wrongField(String, found: String)
  case unknownPlatform(String, known: [String])
  /// The size of a file exceeds the limit in bytes.
  case sizeTooLarge(String, limit: Int)
  /// The digest uses an algorithm other than SHA-256.
  case unsupportedDigest(algorithm: String)
  /// The content id does not match the artifact, executables, and parts in the stanza.
  case foreignContentID(String)
  /// The name of an executable that a manifest must list before a tool may provide it.
  case reservedExecutable(ExecutableName)
  /// An address contains a password or token. There is no payload, so the secret is not shown.
  case credentials
}

/// An element of a Toolfile's syntax.
package enum SyntaxElement: Hashable, Sendable {
  case value, argument, string, symbol, symbolOrString, integer, boolean, array, map, key
  case stringOrStrings, symbolsOrStrings
  /// Executable names, or a map of names to paths.
  case executables
  /// The path of a file in an artifact.
  case artifactPath
  /// A variable that tells a package manager where to install.
  case packageVariable
  /// Something that a build needs from the machine, and the name of a package of the system.
  case hostNeed, hostPackage
  /// The names of packages, as a string or an array.
  case hostPackages
  case hookName, commandLines
  /// The name of a program, without a path.
  case programName
  /// The name of a file that a build needs, and its digest.
  case partName, digest
  case guestRule
  /// How much must be known about a publisher, and the public key of a signature.
  case provenance, minisignKey
  /// A file of the project, the name of a file, and a repository of a service.
  case filePath, fileName, repository
  case toolName, version, sourceName, address, duration, groupName, platform, requirement
  case endOfLine, endOfFile, comma, newStatement
  case closing(Character)
  /// Any other text, as written.
  case text(String)
}
