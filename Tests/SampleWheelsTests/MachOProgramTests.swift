import SampleWheels
import Testing
import Vocabulary

/// The compiled programs for macOS, which cannot run here. The system runs a program for arm64 only
/// if the digests in its signature are those of its pages.
@Suite struct MachOProgramTests {
  @Test(arguments: [(SamplePlatform.macOSX64, 0x0100_0007), (.macOSARM64, 0x0100_000C)])
  func `a program states its processor, and ends with its script`(
    platform: SamplePlatform, processor: Int
  ) {
    let bytes = NativeProgram.bytes(for: platform, script: "echo 'ruff 1.0'")
    #expect(Self.number(at: 0, of: bytes) == 0xFEED_FACF)
    #expect(Self.number(at: 4, of: bytes) == processor)
    #expect(Array(bytes.suffix(24)) == Array("echo 'ruff 1.0'\0".utf8) + [16, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `the program for arm64 is signed, and the script is outside of the signature`()
    throws
  {
    let bytes = NativeProgram.bytes(for: .macOSARM64, script: "true")
    let start = try #require(Self.signature(of: bytes))
    // The first blob of the signature is the code directory, whose numbers are big-endian.
    let directory = start + Self.bigEndian(at: start + 16, of: bytes)
    #expect(Self.bigEndian(at: directory, of: bytes) == 0xFADE_0C02)
    let digests = directory + Self.bigEndian(at: directory + 16, of: bytes)
    let count = Self.bigEndian(at: directory + 28, of: bytes)
    let limit = Self.bigEndian(at: directory + 32, of: bytes)
    let pageSize = 1 << Int(bytes[directory + 39])
    #expect(limit == start)
    #expect(count == (limit + pageSize - 1) / pageSize)
    for page in 0..<count {
      let pageBytes = Array(bytes[(page * pageSize)..<min(limit, (page + 1) * pageSize)])
      let stated = Array(bytes[(digests + page * 32)..<(digests + (page + 1) * 32)])
      #expect(SHA256Digest(of: pageBytes).bytes == stated)
    }
    #expect(bytes.count == NativeProgram.arm64Program.count + 5 + 8)
  }

  /// Returns the offset of the signature that a load command states, or `nil` if none does.
  private static func signature(of bytes: [UInt8]) -> Int? {
    var command = 32
    for _ in 0..<number(at: 16, of: bytes) {
      // LC_CODE_SIGNATURE.
      if number(at: command, of: bytes) == 0x1D { return number(at: command + 8, of: bytes) }
      command += number(at: command + 4, of: bytes)
    }
    return nil
  }

  /// Returns the little-endian number of four bytes at an offset.
  private static func number(at offset: Int, of bytes: [UInt8]) -> Int {
    bytes[offset..<(offset + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func bigEndian(at offset: Int, of bytes: [UInt8]) -> Int {
    bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
