import Foundation
import Sandboxes
import Vocabulary

extension Sandbox {
  /// Adds a definition to the user's registry, and the registry to the user's settings, so that a
  /// pin of the tool means the package of that name in the user's index.
  ///
  /// Does nothing if the registry has the tool, or if the name cannot be that of a tool.
  func define(_ tool: String, in root: String = "$ROOT") throws {
    guard ToolName(tool) != nil else { return }
    let registry = text("\(root)/registry.rb") ?? ""
    let opening = "define \"\(tool)\" do\n"
    if !registry.contains(opening) {
      try write("\(root)/registry.rb", registry + opening + "  pypi \"\(tool)\"\nend\n")
    }
    let settings = text("\(root)/config") ?? ""
    if !settings.contains("registry registry.rb\n") {
      try write("\(root)/config", settings + "registry registry.rb\n")
    }
  }
}
