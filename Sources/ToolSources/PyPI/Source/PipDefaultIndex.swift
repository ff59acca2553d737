internal import Filesystem
internal import Layout
internal import Selection

/// The default index of the machine's pip. Pip is run once, and its answer is
/// stored under the root.
struct PipDefaultIndex: Sendable {
  private let environment: Environment
  private let root: Root
  /// The file that stores the answer.
  private let memory: FilePath

  init(environment: Environment, root: Root) {
    self.environment = environment
    self.root = root
    memory = root.index.appending("pypi/default")
  }

  /// Returns the address of the index. Returns `nil` if no Python on `PATH` has
  /// a pip that states it.
  func address() async -> String? {
    if let bytes = try? memory.contents(limit: 4096) {
      let text = String(decoding: bytes, as: UTF8.self)
      if text.last == "\n" { return String(text.dropLast()) }
    }
    let found = await BlockingThread.result { self.ask() }
    if let found {
      // Storing the answer is optional: pip can be run again.
      try? memory.parentDirectory.makeDirectories()
      try? memory.replaceContents(with: "\(found)\n".utf8)
    }
    return found
  }

  /// Runs Python isolated (`-I`), so that no folder or variable of another user adds
  /// modules to the imports.
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

  /// Every `python3` on `PATH` except shims. A shim would choose a version by
  /// the files of a folder.
  private var pythons: [FilePath] {
    SystemPrograms(environment, root: root).all(named: "python3")
  }
}
