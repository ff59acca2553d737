import Filesystem
import Layout
import Sandboxes
import Testing
import Vocabulary

@Suite struct InstallationExaminationTests {
  private let directory: TemporaryDirectory
  private let root: Root

  init() throws {
    directory = try TemporaryDirectory()
    root = Root(directory.path)
  }

  @Test func `an empty root has no installations and no faults`() throws {
    let examination = root.examinedInstallations()
    #expect(try examination.folders.installed.isEmpty)
    #expect(examination.brokenLinks.isEmpty)
    #expect(examination.faults.isEmpty)
  }

  @Test func `one walk finds what separate ones find`() throws {
    let id = String(repeating: "0123456789", count: 4)
    for number in 0..<300 {
      try directory.path.appending("installs/tool-\(number)/1.\(number)-\(id)").makeDirectories()
    }
    let tool = root.installs.appending("tool-7")
    try tool.appending("1.6-0123456789ab").makeDirectories()
    try tool.appending("1.6").makeLink(to: "1.6-0123456789ab")
    try tool.appending("1.5").makeLink(to: FilePath("1.5-\(id)"))
    try tool.appending("1.4").makeLink(to: "1.4")
    try tool.appending("not a version").makeLink(to: "nowhere")
    let examination = root.examinedInstallations()
    let folders = try examination.folders
    #expect(folders.installed.count == 300)
    #expect(try folders.installed == root.installedVersions())
    #expect(folders.outdated.map(\.folder) == [tool.appending("1.6-0123456789ab")])
    #expect(folders.outdated.map(\.isLinked) == [true])
    #expect(examination.brokenLinks.map(\.version.text) == ["1.4", "1.5"])
    #expect(examination.faults.isEmpty)
  }

  @Test func `what cannot be listed is a fault and a failure`() throws {
    try directory.path.appending("installs/uv").makeDirectories()
    let link = root.installs.appending("ruff")
    try link.makeLink(to: "uv")
    let examination = root.examinedInstallations()
    #expect(examination.faults == [.isLink(link)])
    #expect(throws: FileError.isLink(link)) { try examination.folders }
    #expect(root.folderFaults(examination) == root.folderFaults())
  }
}
