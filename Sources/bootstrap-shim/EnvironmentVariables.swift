/// The environment that the shim was started with, read once: it may be long.
@safe
struct EnvironmentVariables {
  typealias Entries = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// `BOOTSTRAP_ROOT`, where it is not empty.
  private(set) var root: [UInt8]?
  /// `HOME`, where it is not empty.
  private(set) var home: [UInt8]?
  /// `PATH`. nil where it is unset.
  private(set) var path: [UInt8]?
  /// How often a shim passed on to a program of the system on the way here.
  private(set) var passes = 0
  /// What may pin a tool.
  private(set) var pinning: [ProcessString] = []

  /// As they are.
  let entries: Entries
  private var count = 0
  private var pathIndex: Int?
  private var passesIndex: Int?

  init(_ entries: Entries) {
    unsafe self.entries = entries
    while let start = unsafe entries[count] {
      let entry = unsafe ProcessString(start)
      switch entry.first {
      case UInt8(ascii: "B"): takeOwn(entry)
      case UInt8(ascii: "H") where home == nil: home = entry.value(after: "HOME=")?.nonEmpty
      case UInt8(ascii: "P") where pathIndex == nil:
        path = entry.value(after: "PATH=")
        if path != nil { pathIndex = count }
      default: break
      }
      count += 1
    }
  }

  private mutating func takeOwn(_ entry: ProcessString) {
    guard entry.starts(with: PinVariable.prefix) else { return }
    if let value = entry.value(after: "BOOTSTRAP_ROOT=") {
      root = root ?? value.nonEmpty
    } else if entry.starts(with: PassCount.variable),
      let value = entry.value(after: PassCount.variable)?.dropFirst()
    {
      passesIndex = count
      passes = PassCount.read(value)
    } else if PinVariable.isAssigned(in: entry.bytes) {
      pinning.append(entry)
    }
  }

  /// Calls `body` with the environment in which `folder` is the first entry of `PATH`.
  ///
  /// Where it is that already (a shim below a shim), or cannot be an entry, nothing changes.
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
      entry.append(Self.pathWhereUnset)
    }
    return unsafe with(entry, at: pathIndex, body)
  }

  /// Calls `body` with the environment in which one more pass is counted.
  func withOnePassMore<Result>(_ body: (Entries) -> Result) -> Result {
    let entry = PathText()
    entry.append(PassCount.variable)
    entry.append("=")
    let number = passes + 1
    if number >= 10 { entry.append(CollectionOfOne(UInt8(ascii: "0") + UInt8(number / 10 % 10))) }
    entry.append(CollectionOfOne(UInt8(ascii: "0") + UInt8(number % 10)))
    return unsafe with(entry, at: passesIndex, body)
  }

  /// Calls `body` with the environment in which `entry` stands for the one at `index`, or comes last.
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

  /// Where execvp(3) looks without a `PATH`; the first entry would otherwise become the only one.
  private static let pathWhereUnset: StaticString = ":/bin:/usr/bin"
}

extension [UInt8] {
  fileprivate var nonEmpty: [UInt8]? { isEmpty ? nil : self }
}
