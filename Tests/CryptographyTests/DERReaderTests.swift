import Testing

@testable import Cryptography

@Suite struct DERReaderTests {
  @Test func `elements are read in their order`() {
    var reader = DERReader([0x30, 3, 4, 1, 7, 0x81, 0, 6, 0x81, 0x80] + zeros(128))
    #expect(reader.next(0x04) == nil)
    #expect(reader.next(0x30) == [4, 1, 7])
    #expect(reader.next() == .init(tag: 0x81, content: []))
    #expect(reader.next()?.content.count == 128)
    #expect(reader.isAtEnd && reader.next() == nil)
  }

  @Test(
    arguments: [
      [], [0x30], [0x30, 1], [0x30, 0x80, 0, 0], [0x30, 0x81, 1, 5], [0x30, 0x82, 0, 0x80],
      [0x30, 0x85, 1, 1, 1, 1, 1], [0x30, 0xff], [0x3f, 0x21, 0], [0x10, 0], [0x24, 0],
      [0x30, 0x84, 0xff, 0xff, 0xff, 0xff],
    ] as [[UInt8]])
  func `what only BER permits is refused`(bytes: [UInt8]) {
    var reader = DERReader(bytes[...])
    #expect(reader.next() == nil)
    #expect(!DERReader.isSequence(bytes))
    #expect(!DERReader.isSequence([0x30, UInt8(bytes.count)] + bytes) || bytes.isEmpty)
  }

  @Test func `nesting and size have limits`() {
    var nested: [UInt8] = []
    for _ in 0..<24 { nested = [0x30, UInt8(nested.count)] + nested }
    #expect(DERReader.isSequence(nested))
    #expect(!DERReader.isSequence([0x30, UInt8(nested.count)] + nested))
    #expect(DERReader.isSequence([0x30, 2, 4, 0]) && !DERReader.isSequence([0x30, 2, 4, 0, 0]))
    #expect(!DERReader.isSequence([0x30, 2, 4, 0], maximumByteCount: 3))
    #expect(Certificate(der: [0x30, 0x83, 1, 0, 0] + zeros(65536)) == nil)
  }

  @Test func `PEM has blocks with labels`() {
    let text = """
      a comment
      -----BEGIN A-----
      AAEC
      AwQ=
      -----END A-----
      -----BEGIN B-----
      -----END B-----
      -----BEGIN A-----
      BQ==
      -----END A-----
      """
    #expect(PEM.blocks("A", in: Array(text.utf8)) == [[0, 1, 2, 3, 4], [5]])
    #expect(PEM.blocks("C", in: Array(text.utf8)) == [])
    let windows = text.split(separator: "\n").joined(separator: "\r\n")
    #expect(PEM.blocks("A", in: Array(windows.utf8)) == [[0, 1, 2, 3, 4], [5]])
    for other in ["-----BEGIN A-----\n", "-----END A-----\n", "-----BEGIN A-----\n" + text] {
      #expect(PEM.blocks("A", in: Array(other.utf8)) == nil, "\(other)")
    }
    #expect(PEM.blocks("A", in: [0xff]) == nil)
    #expect(
      Certificate.all(pem: Array(text.replacing("A-----", with: "CERTIFICATE-----").utf8)) == nil)
    #expect(Certificate.all(pem: []) == [])
  }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
