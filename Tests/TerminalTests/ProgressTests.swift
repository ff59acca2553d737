import Diagnostics
import Terminal
import Testing

/// The progress display of an install, at several widths.
@Suite struct ProgressTests {
  /// Three tools after two seconds: one halfway, one just started, and one unpacking.
  private func table() -> (table: TransferTable, now: ContinuousClock.Instant) {
    let start = ContinuousClock.now
    var table = TransferTable(start: start)
    table.begin("cmake 4.1.0", total: 40_000_000, now: start)
    table.begin("ninja 1.13.0", total: 300_000, now: start)
    table.begin("node 24.1.0", total: 50_000_000, now: start)
    table.advance("cmake 4.1.0", to: 20_000_000)
    table.enter(.unpacking, "node 24.1.0")
    return (table, start + .seconds(2))
  }

  /// A build after 75 seconds.
  @Test(arguments: [
    (80, "  lua 5.4.4  step 2 of 3, 1:05  cc -O2 -Wall -Wextra -DLUA_COMPAT_5_3 -c -o lapi"),
    (40, "  lua 5.4.4  step 2 of 3, 1:05  cc -O2 -"),
  ])
  func `the line of a build fits the width`(_ width: Int, _ expected: String) {
    let start = ContinuousClock.now
    var table = TransferTable(start: start)
    table.begin("lua 5.4.4", total: 0, now: start)
    let building = TransferTable.Building(
      .step(2, of: 3), line: "make linux", start: start + .seconds(10))
    table.enter(.building(building), "lua 5.4.4")
    table.show("cc -O2 -Wall -Wextra -DLUA_COMPAT_5_3 -c -o lapi.o lapi.c", of: "lua 5.4.4")
    let lines = table.lines(width: width, limit: 10, now: start + .seconds(75))
    #expect(lines.first == expected)
  }

  @Test(arguments: [
    (
      100,
      """
        cmake 4.1.0   [===============               ]  20 MB of 40 MB     10 MB/s
        ninja 1.13.0  [                              ]  0 bytes of 300 kB  0 bytes/s
        node 24.1.0   unpacking
        0 of 3 tools, 70 MB of 90 MB, 35 MB/s
      """
    ),
    (
      60,
      """
        cmake 4.1.0   [=====     ]  20 MB of 40 MB     10 MB/s
        ninja 1.13.0  [          ]  0 bytes of 300 kB  0 bytes/s
        node 24.1.0   unpacking
        0 of 3 tools, 70 MB of 90 MB, 35 MB/s
      """
    ),
    (
      40,
      """
        cmake 4.1.0   20 MB of 40 MB
        ninja 1.13.0  0 bytes of 300 kB
        node 24.1.0   unpacking
        0 of 3 tools, 70 MB of 90 MB, 35 MB/s
      """
    ),
    (
      26,
      """
        cmake 4.1.0   50%
        ninja 1.13.0  0%
        node 24.1.0   unpacking
        0 of 3 tools
      """
    ),
    (
      12,
      """
        cmake 4.1.
        ninja 1.13
        node 24.1.
        0 of 3 too
      """
    ),
  ])
  func `each line fits the width`(_ width: Int, _ expected: String) {
    let (table, now) = table()
    let lines = table.lines(width: width, limit: 10, now: now)
    #expect(lines.joined(separator: "\n") == expected)
    #expect(lines.allSatisfy { $0.count <= width })
  }

  @Test func `rows beyond the limit are counted`() {
    let (table, now) = table()
    let lines = table.lines(width: 40, limit: 1, now: now)
    #expect(lines[1] == "  and 2 more")
    #expect(lines.count == 3)
  }

  @Test func `finished rows are hidden but counted`() {
    var (table, now) = table()
    for title in ["cmake 4.1.0", "ninja 1.13.0", "node 24.1.0"] { table.enter(.done, title) }
    #expect(
      table.lines(width: 60, limit: 10, now: now) == ["  3 of 3 tools, 90 MB of 90 MB, 45 MB/s"])
  }

  @Test func `a frame replaces the previous one at any terminal width`() {
    var region = LiveRegion()
    let wide = String(repeating: "x", count: 90)
    #expect(region.clear(columns: 100) == "")
    #expect(region.frame([wide, "short"], columns: 100) == "\u{1b}[K\(wide)\n\u{1b}[Kshort\n")
    #expect(
      region.frame([wide, "short"], columns: 100)
        == "\r\u{1b}[2A\u{1b}[K\(wide)\n\u{1b}[Kshort\n")
    // At 40 columns, the terminal has wrapped the wide line into three rows.
    #expect(
      region.frame(["narrow", "short"], columns: 40)
        == "\r\u{1b}[4A\u{1b}[Knarrow\n\u{1b}[Kshort\n\u{1b}[J")
    #expect(region.frame(["one"], columns: 40) == "\r\u{1b}[2A\u{1b}[Kone\n\u{1b}[J")
    #expect(region.clear(columns: 40) == "\r\u{1b}[1A\u{1b}[J")
    #expect(region.clear(columns: 40) == "")
  }
}
