import Filesystem
import Sandboxes
import Testing

@Suite struct RepositoryTests {
  private let folder: TemporaryDirectory
  private var top: FilePath { folder.path }

  init() throws { folder = try TemporaryDirectory() }

  private func make(_ folders: String...) throws {
    for name in folders { try top.appending(name).makeDirectories() }
  }

  @Test func `the nearest folder with .git is the repository, or else one with a Toolfile`() throws
  {
    try make("git/.git", "git/a/b", "tools/a/b", "plain/a", "pins/a")
    try top.appending("pins/.tool-version").createEmptyFile()
    try top.appending("git/a/Toolfile").createEmptyFile()
    try top.appending("tools/Toolfile").createEmptyFile()
    func repository(_ name: String) -> FilePath { top.appending(name).repository(home: nil) }
    #expect(repository("git/a/b") == top.appending("git"))
    #expect(repository("tools/a/b") == top.appending("tools"))
    #expect(repository("pins/a") == top.appending("pins"))
    #expect(repository("plain/a") == top.appending("plain/a"))
  }

  @Test func `the home is not the repository of what it contains`() throws {
    try make("home/.git", "home/clone/sub")
    let home = top.appending("home")
    #expect(
      top.appending("home/clone/sub").repository(home: home)
        == top.appending("home/clone/sub"))
    try make("home/clone/.git")
    #expect(top.appending("home/clone/sub").repository(home: home) == top.appending("home/clone"))
  }

  @Test func `a link out of the repository leads outside, and one in it does not`() throws {
    try make("clone/.git", "clone/sub", "other")
    for name in ["clone/file", "other/file"] { try top.appending(name).createEmptyFile() }
    for (link, target, isOutside) in [
      ("inside", "../file", false), ("outside", "../../other/file", true),
      ("nowhere", "../missing", true), ("absolute", "/etc/passwd", true),
    ] {
      let path = top.appending("clone/sub/\(link)")
      try path.makeLink(to: FilePath(target))
      #expect(path.leadsOutside == isOutside, "\(link)")
    }
    #expect(!top.appending("clone/file").leadsOutside)
    #expect(!top.appending("clone/missing").leadsOutside)
    // A folder may be a link, too.
    try top.appending("clone/linked").makeLink(to: "../other")
    let file = top.appending("clone/linked/file")
    #expect(file.leadsOutside(ofRepositoryWith: top.appending("clone")))
    #expect(file.leadsOutside)
    #expect(top.appending("clone/linked/missing").leadsOutside)
    #expect(!top.appending("clone/file").leadsOutside(ofRepositoryWith: top.appending("clone")))
    try top.appending("clone/own").makeLink(to: "sub")
    #expect(!top.appending("clone/own/missing").leadsOutside)
  }

  @Test func `a link from a repository to another one leads outside`() throws {
    try make("clone/.git", "clone/module/.git", "other/.git", "plain")
    try top.appending("other/file").createEmptyFile()
    for name in ["clone/linked", "plain/linked"] {
      try top.appending(name).makeLink(to: "../other")
    }
    #expect(top.appending("clone/linked/file").leadsOutside)
    #expect(top.appending("clone/linked/missing").leadsOutside)
    #expect(!top.appending("clone/module/missing").leadsOutside)
    #expect(!top.appending("plain/linked/file").leadsOutside)
    #expect(!top.appending("plain/linked/missing").leadsOutside)
  }
}
