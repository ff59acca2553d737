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
