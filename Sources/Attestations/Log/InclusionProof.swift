internal import Cryptography
internal import Diagnostics
internal import Vocabulary

/// The proof that a Merkle tree contains an entry (RFC 9162, 2.1.3).
struct InclusionProof {
  /// The position of the entry in the tree.
  let index: Int
  /// The number of entries in the tree.
  let size: Int
  /// The root that the proof states.
  let root: SHA256Digest
  /// The hashes of the neighbors on the path from the entry to the root.
  let path: [SHA256Digest]
  /// The signed state of the log that has this tree, or `nil` if the proof has none.
  let checkpoint: String?

  static let names = ["logIndex", "rootHash", "treeSize", "hashes", "checkpoint"]

  /// Reads the proof of a bundle.
  init(_ form: StrictObject) throws(AttestationFormFault) {
    index = try form.numberIfPresent("logIndex") ?? 0
    size = try form.required("treeSize", form.numberIfPresent("treeSize"))
    checkpoint = try form.formIfPresent("checkpoint", names: ["envelope"])?.text("envelope")
    root = try Self.hash(form.bytes("rootHash"), form.place(of: "rootHash"))
    var path: [SHA256Digest] = []
    for bytes in try form.byteArrays("hashes", limit: 64) {
      path.append(try Self.hash(bytes, form.place(of: "hashes")))
    }
    self.path = path
  }

  private static func hash(
    _ bytes: [UInt8], _ place: String
  ) throws(AttestationFormFault) -> SHA256Digest {
    guard let hash = SHA256Digest(bytes: bytes) else { throw .invalidMember(place) }
    return hash
  }

  /// Returns whether the proof leads from an entry to the stated root.
  func includes(_ entry: [UInt8]) -> Bool {
    guard index < size else { return false }
    var hash = SHA256.digest(of: [0] + entry)
    // The positions of the current node and of the last node at its level of the tree.
    var (node, last) = (index, size - 1)
    for neighbor in path {
      guard last > 0 else { return false }
      if node & 1 == 1 || node == last {
        hash = Self.parent(neighbor, hash)
        // A last node without a right neighbor moves up until it is the right node of a pair.
        while node & 1 == 0 && node != 0 {
          node >>= 1
          last >>= 1
        }
      } else {
        hash = Self.parent(hash, neighbor)
      }
      node >>= 1
      last >>= 1
    }
    return last == 0 && hash == root
  }

  /// Returns the hash of the parent of two nodes.
  private static func parent(_ left: SHA256Digest, _ right: SHA256Digest) -> SHA256Digest {
    SHA256.digest(of: [1] + left.bytes + right.bytes)
  }
}
