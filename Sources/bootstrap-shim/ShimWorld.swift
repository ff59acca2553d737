/// What the shim knows besides the files that it reads: the variables. What other programs wrote is the main program's to read.
struct ShimWorld: PinWorld {
  private let variables: Variables
  private let root: PathText

  init(_ variables: Variables, root: PathText) {
    self.variables = variables
    self.root = root
  }

  var wantsLines: Bool { false }

  var variableCount: Int { variables.pinning.count }

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

  func idiomaticPin(
    of tool: [UInt8], in file: IdiomaticFile, at path: PathText, level: Int
  ) throws(PinFault) -> (version: [UInt8], line: Int)? {
    throw .needsMainProgram
  }

  func checkManifest(level: Int, for tools: [[UInt8]]) throws(PinFault) {
    throw .needsMainProgram
  }
}
