/// The variables and seals that the shim's search uses.
struct ShimPinContext: PinSearchContext {
  private let variables: EnvironmentVariables
  private let root: PathText
  /// The physical path of the working directory.
  private let directory: [UInt8]

  init(_ variables: EnvironmentVariables, root: PathText, directory: [UInt8]) {
    self.variables = variables
    self.root = root
    self.directory = directory
    homeLevel = Self.homeLevel(variables.home, above: directory)
  }

  let homeLevel: Int?

  func isHome(_ path: PathText) -> Bool {
    guard let home = variables.home else { return false }
    let base = path.count
    path.append(".")
    defer { path.truncate(to: base) }
    return FileIdentity.isSameFile(path, PathText(home))
  }

  /// Returns the number of levels from `directory` up to `home`, or an impossible level if there is
  /// no home directory. Returns `nil` if the Toolfile in the home directory is a link, and the home
  /// directory is elsewhere or its path contains symbolic links.
  private static func homeLevel(_ home: [UInt8]?, above directory: [UInt8]) -> Int? {
    let slash = UInt8(ascii: "/")
    guard var home = home?[...], home.first == slash else { return -1 }
    while home.last == slash { home.removeLast() }
    let rest = directory.dropFirst(home.count)
    guard directory.starts(with: home), rest.first ?? slash == slash else {
      let toolfile = PathText(home).appending("/Toolfile")
      return (try? LinkedToolfile.entry(at: toolfile)) == .link ? nil : -1
    }
    return rest.count == 1 ? 0 : rest.count { $0 == slash }
  }

  var variableCount: Int { variables.pinning.count }

  var foreignFiles: ForeignFiles { variables.isContinuousIntegration ? .read : .ignored }

  func isSealed(_ lock: FileIdentity, level: Int) -> Bool {
    // In continuous integration, the list alone decides, and only the main program reads it.
    if variables.hasTrustList, variables.isContinuousIntegration { return false }
    let seal = root.appending("/shims/.locks/")
    let digest = SHA256Digest(of: folder(level: level))
    seal.append(lock.sealName(forSubjectWithDigest: digest.leading64Bits))
    return (try? PinFile.exists(seal)) ?? false
  }

  /// Returns the path of the folder that is `level` levels above the working directory.
  private func folder(level: Int) -> ArraySlice<UInt8> {
    let slash = UInt8(ascii: "/")
    var folder = directory[...]
    for _ in 0..<level { folder = folder[..<(folder.lastIndex(of: slash) ?? 0)] }
    return folder.isEmpty ? [slash] : folder
  }

  func variable(pinning tool: [UInt8]) -> [UInt8]? {
    if variables.pinning.isEmpty { return nil }
    let prefix = PinVariable.name(for: tool) + [UInt8(ascii: "=")]
    for entry in variables.pinning {
      if let value = entry.value(after: prefix) { return value }
    }
    return nil
  }
}
