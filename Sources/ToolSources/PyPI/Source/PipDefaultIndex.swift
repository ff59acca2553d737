internal import Filesystem
internal import Layout
internal import Selection

/// The index that the machine's own pip uses when nobody tells it another: asked of pip once, and remembered under the root.
struct PipDefaultIndex: Sendable {
  private let environment: Environment
  private let root: Root
  private let memory: FilePath

  init(environment: Environment, root: Root) {
    self.environment = environment
    self.root = root
    memory = root.index.appending("pypi/default")
  }

  /// nil where no Python on `PATH` has a pip that says it.
  func address() async -> String? {
    if let bytes = try? memory.contents(limit: 4096) {
      let text = String(decoding: bytes, as: UTF8.self)
      if text.last == "\n" { return String(text.dropLast()) }
    }
    let found = await BlockingThread.result { self.ask() }
    if let found {
      // To be remembered is a convenience: it can be asked again.
      try? memory.parentDirectory.makeDirectories()
      try? memory.replaceContents(with: "\(found)\n".utf8)
    }
    return found
  }

  /// Isolated (`-I`) and from `/`, so that no folder of a stranger and no variable adds modules to what is imported.
  private func ask() -> String? {
    let question = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"
    for python in pythons {
      let reply = try? ChildProcess.output(
        of: python, arguments: ["-I", "-c", question], environment: environment, limit: 4096)
      if let reply, let text = String(decoding: reply, as: UTF8.self).split(separator: "\n").first {
        return String(text)
      }
    }
    return nil
  }

  /// Every `python3` on `PATH` but shims: a shim would choose by a folder's files.
  private var pythons: [FilePath] {
    SystemPrograms(environment, root: root).all(named: "python3")
  }
}
