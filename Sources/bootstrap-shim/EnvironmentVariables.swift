/// The environment that the shim was started with, read in a single pass because it may be long.
@safe
struct EnvironmentVariables {
  /// An environment as C represents it: pointers to `NAME=value` strings, then a null pointer.
  typealias Entries = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// `BOOTSTRAP_ROOT`, or `nil` if it is unset or empty.
  private(set) var root: [UInt8]?
  /// `HOME`, or `nil` if it is unset or empty.
  private(set) var home: [UInt8]?
  /// `PATH`, or `nil` if it is unset.
  private(set) var path: [UInt8]?
  /// Whether `CI` is set to a value other than `false`, `0`, and the empty string.
  private(set) var isContinuousIntegration = false
  /// Whether `BOOTSTRAP_TRUST` is set and not empty.
  private(set) var hasTrustList = false
  /// The value of the ``PassCount`` variable, or `nil` if it is unset.
  private(set) var passes: [UInt8]?
  /// The nonempty variables that may pin a tool.
  private(set) var pinning: [ProcessString] = []
  /// Whether any variable pins a tool.
  var pinsTools: Bool { !pinning.isEmpty }

  /// The environment as it was passed to the process.
  private(set) var entries: Entries
  /// The number of entries.
  private var count = 0
  /// The index of `PATH` in the entries, or `nil` if it is unset.
  private var pathIndex: Int?
  /// The index of the ``PassCount`` variable in the entries, or `nil` if it is unset.
  private var passesIndex: Int?

  init(_ entries: Entries) {
    unsafe self.entries = entries
    while let start = unsafe entries[count] {
      let entry = unsafe ProcessString(start)
      switch entry.first {
      case UInt8(ascii: "B"): recordOwnVariable(entry)
      case UInt8(ascii: "C"):
        if let value = entry.value(after: "CI=")?.nonEmpty {
          isContinuousIntegration = !value.equals("false") && !value.equals("0")
        }
      case UInt8(ascii: "H") where home == nil: home = entry.value(after: "HOME=")?.nonEmpty
      case UInt8(ascii: "P") where pathIndex == nil:
        path = entry.value(after: "PATH=")
        if path != nil { pathIndex = count }
      default: break
      }
      count += 1
    }
  }

  /// Records the variable if it has a meaning for the shim: `BOOTSTRAP_ROOT`, `BOOTSTRAP_TRUST`,
  /// the ``PassCount``, or a variable that may pin a tool.
  private mutating func recordOwnVariable(_ entry: ProcessString) {
    guard entry.starts(with: PinVariable.prefix) else { return }
    if let value = entry.value(after: "BOOTSTRAP_ROOT=") {
      root = root ?? value.nonEmpty
    } else if let value = entry.value(after: "BOOTSTRAP_TRUST=") {
      hasTrustList = hasTrustList || !value.isEmpty
    } else if entry.starts(with: PassCount.variable),
      let value = entry.value(after: PassCount.variable)
    {
      passesIndex = count
      passes = Array(value.dropFirst())
    } else if PinVariable.isAssigned(in: entry.bytes) {
      pinning.append(entry)
    }
  }

  /// Calls `body` with an environment in which `folders` are the first entries of `PATH`.
  ///
  /// The environment is unchanged if the folders already are the first entries, as when an
  /// installed tool runs a shim of the same installation. It is also unchanged if the path of a
  /// folder contains a colon, which separates the entries of `PATH`.
  func withPath<Result>(
    startingWith folders: [PathText], _ body: (Entries) -> Result
  )
    -> Result
  {
    let rest = path ?? []
    let colon = UInt8(ascii: ":")
    var first: [UInt8] = []
    for folder in folders {
      let bytes = folder.bytes
      if bytes.contains(colon) { return unsafe body(entries) }
      first += first.isEmpty ? bytes : [colon] + bytes
    }
    if rest.starts(with: first)
      && (rest.count == first.count || rest[first.count] == colon)
    {
      return unsafe body(entries)
    }
    let entry = PathText(capacity: first.count + rest.count + 32)
    entry.append("PATH=")
    entry.append(first)
    if path != nil {
      entry.append(":")
      entry.append(rest)
    } else {
      entry.append(Self.defaultPathSuffix)
    }
    return unsafe with(entry, at: pathIndex, body)
  }

  /// Returns this environment with the variables that tell a package manager where to install,
  /// except those that the user has set (``PackageAssignment``).
  ///
  /// - Parameters:
  ///   - rules: The bytes of the rules, of which those of variables count.
  ///   - folder: The folder of the packages.
  ///   - packages: The folder of all packages of the root.
  func setting(
    _ rules: [[UInt8]], in folder: [UInt8], packages: [UInt8]
  ) -> EnvironmentVariables {
    var result = self
    // The process is about to be replaced, so the copies are never freed.
    let list = Entries.allocate(capacity: count + rules.count + 1)
    unsafe list.initialize(from: entries, count: count)
    for assignment in rules.compactMap({ PackageAssignment($0) }) {
      var inherited: [Int] = []
      var isChosen = false
      for index in 0..<result.count {
        guard let start = unsafe list[index] else { continue }
        let entry = unsafe ProcessString(start)
        // Copying every entry would cost more than the rest of the shim.
        if !entry.isSimilar(to: assignment.name[0]) { continue }
        switch assignment.relation(of: entry.bytes, packages: packages) {
        case .other: continue
        case .chosen: isChosen = true
        case .inherited: inherited.append(index)
        }
      }
      if isChosen { continue }
      for index in inherited {
        guard let start = unsafe list[index] else { continue }
        let name = unsafe ProcessString(start).bytes.prefix(assignment.name.count)
        unsafe list[index] = Self.permanentEntry(Array(name), assignment.value(in: folder))
      }
      if inherited.isEmpty {
        unsafe (list + result.count).initialize(
          to: Self.permanentEntry(assignment.name, assignment.value(in: folder)))
        result.count += 1
      }
    }
    unsafe (list + result.count).initialize(to: nil)
    unsafe result.entries = list
    return result
  }

  /// Returns a new C string `name=value`, which is never freed.
  private static func permanentEntry(
    _ name: [UInt8], _ value: [UInt8]
  ) -> UnsafeMutablePointer<CChar> {
    let bytes = name + [UInt8(ascii: "=")] + value + [0]
    let entry = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() {
      unsafe (entry + index).initialize(to: CChar(bitPattern: byte))
    }
    return unsafe entry
  }

  /// Calls `body` with an environment that contains `passes`.
  func with<Result>(_ passes: PassCount, _ body: (Entries) -> Result) -> Result {
    let entry = PathText()
    entry.append(PassCount.variable)
    entry.append("=")
    passes.append(to: entry)
    return unsafe with(entry, at: passesIndex, body)
  }

  /// Calls `body` with an environment in which `entry` replaces the entry at `index`, or is added
  /// at the end if `index` is `nil`.
  private func with<Result>(
    _ entry: PathText, at index: Int?, _ body: (Entries) -> Result
  )
    -> Result
  {
    unsafe entry.withCString { text in
      let entry = unsafe UnsafeMutablePointer(mutating: text)
      if let index {
        let former = unsafe entries[index]
        unsafe entries[index] = entry
        defer { unsafe entries[index] = former }
        return unsafe body(entries)
      }
      let longer = Entries.allocate(capacity: count + 2)
      defer { unsafe longer.deallocate() }
      unsafe longer.initialize(from: entries, count: count)
      unsafe (longer + count).initialize(to: entry)
      unsafe (longer + count + 1).initialize(to: nil)
      return unsafe body(longer)
    }
  }

  /// The folders that execvp(3) searches by default if `PATH` is unset. They are appended because
  /// setting `PATH` to the tool's folder alone would hide these defaults.
  private static let defaultPathSuffix: StaticString = ":/bin:/usr/bin"
}

extension [UInt8] {
  fileprivate var nonEmpty: [UInt8]? { isEmpty ? nil : self }
}
