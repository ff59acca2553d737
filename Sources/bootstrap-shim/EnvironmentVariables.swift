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
  /// The value of the ``PassCount`` variable, or `nil` if it is unset.
  private(set) var passes: [UInt8]?
  /// The nonempty variables that may pin a tool.
  private(set) var pinning: [ProcessString] = []
  /// Whether any variable pins a tool.
  var pinsTools: Bool { !pinning.isEmpty }

  /// The environment as it was passed to the process.
  let entries: Entries
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

  /// Records the variable if it has a meaning for the shim: `BOOTSTRAP_ROOT`, the ``PassCount``,
  /// or a variable that may pin a tool.
  private mutating func recordOwnVariable(_ entry: ProcessString) {
    guard entry.starts(with: PinVariable.prefix) else { return }
    if let value = entry.value(after: "BOOTSTRAP_ROOT=") {
      root = root ?? value.nonEmpty
    } else if entry.starts(with: PassCount.variable),
      let value = entry.value(after: PassCount.variable)
    {
      passesIndex = count
      passes = Array(value.dropFirst())
    } else if PinVariable.isAssigned(in: entry.bytes) {
      pinning.append(entry)
    }
  }

  /// Calls `body` with an environment in which `folder` is the first entry of `PATH`.
  ///
  /// The environment is unchanged if `folder` already is the first entry, as when an installed
  /// tool runs a shim of the same installation. It is also unchanged if the path of `folder`
  /// contains a colon, which separates the entries of `PATH`.
  func withPath<Result>(
    startingWith folder: PathText, _ body: (Entries) -> Result
  )
    -> Result
  {
    let rest = path ?? []
    let first = folder.bytes
    if first.contains(UInt8(ascii: ":"))
      || rest.starts(with: first)
        && (rest.count == first.count || rest[first.count] == UInt8(ascii: ":"))
    {
      return unsafe body(entries)
    }
    let entry = PathText(capacity: folder.count + rest.count + 32)
    entry.append("PATH=")
    entry.append(folder)
    if path != nil {
      entry.append(":")
      entry.append(rest)
    } else {
      entry.append(Self.defaultPathSuffix)
    }
    return unsafe with(entry, at: pathIndex, body)
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
