import Filesystem
import Testing

@Suite struct WallClockTests {
  @Test func `a time that does not fit is the first or the last`() {
    #expect(WallClock.nanoseconds(seconds: 1, 5) == 1_000_000_005)
    #expect(WallClock.nanoseconds(seconds: -1) == -1_000_000_000)
    // The year 2656.
    #expect(WallClock.nanoseconds(seconds: 21_660_000_000) == .max)
    #expect(WallClock.nanoseconds(seconds: -21_660_000_000) == .min)
  }
}
