internal import Vocabulary

/// The lines of a stanza. See the properties of ``LockedTool``.
struct LockedLines: Hashable, Sendable {
  var name: ToolName
  var version: VersionText
  var wants: [LockedTool.Want]
  var declared: LockedDeclaration {
    didSet { declaration = definition?.completing(declared) ?? declared }
  }
  var definition: LockedDefinition? {
    didSet { declaration = definition?.completing(declared) ?? declared }
  }
  /// The declaration with what the definition adds. It follows from the other two.
  private(set) var declaration: LockedDeclaration {
    didSet { contentIDs.forget() }
  }
  var publisher: LockedPublisher?
  var verification: LockedVerification?
  var steps: [String] = [] {
    didSet { contentIDs.forget() }
  }
  var dependencies: [LockedBuildDependency] = [] {
    didSet { contentIDs.forget() }
  }
  var extensions: [PartName] = []
  var released: ReleaseTime?
  var needs: [ToolNeed] = []
  var provides: [LockedExecutable] {
    didSet { contentIDs.forget() }
  }
  var artifacts: [Artifact] = []
  var parts: [ArtifactPart] = [] {
    didSet { contentIDs.forget() }
  }
  var isTrustedOnFirstUse = false
  var isOutdated = false
  var hasOlderDeclaration = false
  var unknownLines: [UnknownLockLine] = []
  /// The content ids that were checked when the artifacts were read. They follow from the lines.
  var contentIDs = KnownContentIDs()

  /// Whether the content id of an artifact in `format` is the same on all platforms.
  func isPortable(_ format: ArtifactFormat) -> Bool {
    steps.isEmpty && format != .gem && provides.allSatisfy { $0.platforms == nil }
      && parts.allSatisfy { $0.platform == nil }
  }

  /// Whether each list is in the order that a lock requires.
  var areInOrder: Bool {
    wants.areInOrder(by: Self.precedes) && dependencies.areInOrder(by: Self.precedes)
      && extensions.areInOrder(by: Self.precedes) && needs.areInOrder(by: Self.precedes)
      && provides.areInOrder(by: Self.precedes) && artifacts.areInOrder(by: Self.precedes)
      && parts.areInOrder(by: Self.precedes) && unknownLines.areInOrder(by: Self.precedes)
  }

  /// Sorts each list in the order that a lock requires.
  mutating func putInOrder() {
    wants.putInOrder(by: Self.precedes)
    dependencies.putInOrder(by: Self.precedes)
    extensions.putInOrder(by: Self.precedes)
    needs.putInOrder(by: Self.precedes)
    provides.putInOrder(by: Self.precedes)
    artifacts.putInOrder(by: Self.precedes)
    parts.putInOrder(by: Self.precedes)
    unknownLines.putInOrder(by: Self.precedes)
  }
}

// The order of each list.
extension LockedLines {
  private static func precedes(_ left: LockedTool.Want, _ right: LockedTool.Want) -> Bool {
    left.requester < right.requester
  }

  private static func precedes(
    _ left: LockedBuildDependency, _ right: LockedBuildDependency
  ) -> Bool { left.order < right.order }

  private static func precedes(_ left: PartName, _ right: PartName) -> Bool {
    left.text < right.text
  }

  private static func precedes(_ left: ToolNeed, _ right: ToolNeed) -> Bool {
    left.tool < right.tool
  }

  private static func precedes(_ left: LockedExecutable, _ right: LockedExecutable) -> Bool {
    left.name < right.name
  }

  private static func precedes(_ left: Artifact, _ right: Artifact) -> Bool {
    left.platform.rawValue < right.platform.rawValue
  }

  private static func precedes(_ left: ArtifactPart, _ right: ArtifactPart) -> Bool {
    (left.platform?.rawValue ?? "", left.name.text, left.version.text)
      < (right.platform?.rawValue ?? "", right.name.text, right.version.text)
  }

  private static func precedes(_ left: UnknownLockLine, _ right: UnknownLockLine) -> Bool {
    left.predecessor < right.predecessor
  }
}

extension Array {
  /// Returns whether no element precedes the one before it.
  func areInOrder(by isLess: (Element, Element) -> Bool) -> Bool {
    if count < 2 { return true }
    for index in 1..<count where isLess(self[index], self[index - 1]) { return false }
    return true
  }

  /// Sorts the array stably. Does not copy an array that is already sorted, as in every lock that
  /// bootstrap wrote.
  mutating func putInOrder(by isLess: (Element, Element) -> Bool) {
    if !areInOrder(by: isLess) { sort(by: isLess) }
  }
}
