package import Vocabulary

extension LockedTool {
  /// Returns whether the tool may provide an executable called `name`. Its definition permits a
  /// reserved name only if it ships with the program: one of a project never does.
  func permits(_ name: ExecutableName) -> Bool {
    let isShipped = definition?.registry == LockedDefinition.shippedRegistry
    return (isShipped ? declaration : declared).permits(name)
  }
}

extension LockedDeclaration {
  /// Returns whether a tool with this declaration may provide an executable called `name`. A
  /// reserved name requires that the manifest lists it under `executables`.
  package func permits(_ name: ExecutableName) -> Bool {
    !name.isReserved || executables?.contains { $0.name == name } ?? false
  }
}
