import Filesystem
import Testing

@Suite struct FreeSpaceTests {
  @Test func `space is scarce if little is left, absolutely and of the whole`() throws {
    func isScarce(
      _ bytes: Int, of capacity: Int, _ files: Int = 0, of fileCapacity: Int = 0
    ) -> Bool {
      FreeSpace(
        byteCount: bytes, capacity: capacity, fileCount: files, fileCapacity: fileCapacity
      ).isScarce
    }
    #expect(isScarce(0, of: 1 << 30))
    #expect(isScarce(200 << 20, of: 1 << 40))
    #expect(!isScarce(300 << 20, of: 1 << 40))
    #expect(isScarce(60 << 20, of: 64 << 20))
    #expect(!isScarce(70 << 20, of: 1 << 30))
    #expect(isScarce(1 << 30, of: 1 << 30, 5, of: 1000))
    #expect(!isScarce(1 << 30, of: 1 << 30, 200, of: 1000))
    #expect(!isScarce(1 << 30, of: 1 << 30, 0, of: 0))
    #expect(try FilePath("/").freeSpace().capacity > 0)
  }
}
