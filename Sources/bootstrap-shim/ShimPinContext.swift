/// The variables and seals that the shim's search uses.
struct ShimPinContext: PinSearchContext {
  private let variables: EnvironmentVariables
  private let root: PathText

  init(_ variables: EnvironmentVariables, root: PathText) {
    self.variables = variables
    self.root = root
  }

  var variableCount: Int { variables.pinning.count }

  var foreignFiles: ForeignFiles { variables.isContinuousIntegration ? .read : .ignored }

  func isSealed(_ lock: LockIdentity) -> Bool {
    let seal = root.appending("/shims/.locks/")
    seal.append(lock.name)
    return (try? PinFile.exists(seal)) ?? false
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
