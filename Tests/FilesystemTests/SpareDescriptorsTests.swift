import Testing

@testable import Filesystem

@Suite struct SpareDescriptorsTests {
  @Test
  func `more descriptors than the system permits are an error and leave none open`() async {
    // In a process of its own, because it takes all descriptors from the tests beside it.
    await #expect(processExitsWith: .success) {
      #expect {
        _ = try SpareDescriptors(1 << 21)
      } throws: { error in
        (error as? FileError)?.isExhaustion == true
      }
      SpareDescriptors.release(try SpareDescriptors(8))
    }
  }
}
