import Filesystem
import Foundation
import Layout
import Sandboxes
import Shims
import Testing

/// Tests that `rehash` does not disturb running shims.
@Suite(.sandbox) struct RehashTests {
  @Test func `shims stay available during a thousand rehashes`() async throws {
    try sandbox.install("ruff", "1.0", script: "exit 0")
    try sandbox.install("other", "1.0", executables: ["one", "two"])
    try sandbox.write("$ROOT/version", "ruff 1.0\n")
    // Each shell calls the shim until the file `stop` exists, then prints the numbers of
    // failures and calls. It also ends with this process, which may be killed.
    let script =
      "n=0; m=0; while [ ! -e stop ] && kill -0 $PPID; do "
      + "n=$((n+1)); ruff 2>>said || m=$((m+1)); done; "
      + "echo \"$m $n\""
    let shells = try (0..<6).map { _ in
      try sandbox.start(["sh", "-c", script], timeLimit: .seconds(120))
    }
    let directory = ShimDirectory(Root(FilePath(sandbox.root)))
    let bin =
      "\(sandbox.root)/installs/other/1.0-\(Sandbox.contentID(providing: ["one", "two"]))/bin"
    for round in 0..<1_000 {
      // Each round removes or adds one executable, so every rehash has something to do.
      let name = round % 4 < 2 ? "one" : "two"
      let path = FilePath("\(bin)/\(name)")
      if round % 2 == 0 {
        try path.removeFile()
      } else {
        try path.replaceContents(with: [], permissions: 0o755, isDurable: false)
      }
      let changes = try directory.rehash()
      #expect(changes.added.count + changes.removed.count == 1)
    }
    try sandbox.write("stop", "")
    var calls = 0
    for shell in shells {
      let outcome = try await shell.outcome()
      let counts = outcome.standardOutput.split(whereSeparator: \.isWhitespace).compactMap {
        Int($0)
      }
      try #require(counts.count == 2)
      #expect(counts[0] == 0)
      calls += counts[1]
    }
    #expect(calls > shells.count)
    #expect(sandbox.text("said") ?? "" == "")
    print("rehash: \(calls) calls by \(shells.count) shells during 1,000 rehashes, none failed")
  }
}
