import Cryptography
import SampleAttestations
import Testing
import Vocabulary

@testable import Attestations

struct InclusionProofTests {
  /// A Merkle tree (RFC 9162, 2.1) whose entries are numbered from 0.
  private struct Tree {
    let size: Int

    static func entry(_ index: Int) -> [UInt8] { Array("entry \(index)".utf8) }

    func root(_ range: Range<Int>) -> [UInt8] {
      if range.count == 1 {
        return SHA256.digest(of: [0] + Self.entry(range.lowerBound)).bytes
      }
      let middle = middle(of: range)
      return SHA256.digest(
        of: [1] + root(range.lowerBound..<middle) + root(middle..<range.upperBound)
      ).bytes
    }

    /// Returns the hashes beside the path from an entry to the root, the lowest first.
    func path(to index: Int, in range: Range<Int>) -> [[UInt8]] {
      if range.count == 1 { return [] }
      let middle = middle(of: range)
      return index < middle
        ? path(to: index, in: range.lowerBound..<middle) + [root(middle..<range.upperBound)]
        : path(to: index, in: middle..<range.upperBound) + [root(range.lowerBound..<middle)]
    }

    /// The index that splits the entries, after the largest power of two that is smaller than their
    /// number.
    private func middle(of range: Range<Int>) -> Int {
      var half = 1
      while half * 2 < range.count { half *= 2 }
      return range.lowerBound + half
    }

    func proof(
      of index: Int, statedIndex: Int? = nil, statedSize: Int? = nil
    ) throws
      -> InclusionProof
    {
      let hashes = path(to: index, in: 0..<size).map { "\"\(base64($0))\"" }
      let text = """
        {"logIndex":"\(statedIndex ?? index)","treeSize":"\(statedSize ?? size)",
        "rootHash":"\(base64(root(0..<size)))","hashes":[\(hashes.joined(separator: ","))]}
        """
      return try InclusionProof(
        StrictObject(parsing: Array(text.utf8), limit: 1 << 20, names: InclusionProof.names))
    }
  }

  @Test(arguments: 1...33)
  func `An entry is proved only at its position in its tree`(size: Int) throws {
    let tree = Tree(size: size)
    for index in 0..<size {
      #expect(try tree.proof(of: index).includes(Tree.entry(index)))
      #expect(try !tree.proof(of: index).includes(Tree.entry(index + 1)))
      for other in 0...size where other != index {
        #expect(try !tree.proof(of: index, statedIndex: other).includes(Tree.entry(index)))
      }
    }
  }

  @Test func `A hash of two others is not an entry`() throws {
    let tree = Tree(size: 4)
    let node = tree.root(0..<1) + tree.root(1..<2)
    #expect(try !tree.proof(of: 0).includes(node))
  }

  @Test func `An empty tree has no proof`() throws {
    #expect(try !Tree(size: 1).proof(of: 0, statedSize: 0).includes(Tree.entry(0)))
  }
}
