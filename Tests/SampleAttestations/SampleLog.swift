internal import Cryptography
internal import Vocabulary

/// A log of the first version of Rekor, whose tree has three entries. Only the second one matters.
struct SampleLog {
  static let host = "log.acme.example"
  private static let index = 1
  private let key: SigningKey

  init(_ key: SigningKey) { self.key = key }

  /// Returns an entry as a bundle contains it (TransparencyLogEntry).
  ///
  /// - Parameters:
  ///   - kind: The kind of the entry, such as `dsse`, in its version 0.0.1.
  ///   - hasProof: Whether the entry has a proof of inclusion in addition to the promise.
  func entry(_ body: String, kind: String, time: Int, hasProof: Bool) -> String {
    let body = Array(body.utf8)
    let id = SHA256.digest(of: key.publicKey)
    let promise = key.sign(
      Array(
        (#"{"body":"\#(base64(body))","integratedTime":\#(time),"logID":"\#(id.hexadecimal)","#
          + #""logIndex":\#(Self.index)}"#).utf8))
    return #"{"logIndex":"\#(Self.index)","logId":{"keyId":"\#(base64(id.bytes))"},"#
      + #""kindVersion":{"kind":"\#(kind)","version":"0.0.1"},"integratedTime":"\#(time)","#
      + #""inclusionPromise":{"signedEntryTimestamp":"\#(base64(promise))"},"#
      + (hasProof ? #""inclusionProof":\#(proof(of: body)),"# : "")
      + #""canonicalizedBody":"\#(base64(body))"}"#
  }

  private func proof(of body: [UInt8]) -> String {
    let neighbors = ["first", "third"].map { SHA256.digest(of: [0] + Array($0.utf8)).bytes }
    let entry = SHA256.digest(of: [0] + body).bytes
    let pair = SHA256.digest(of: [1] + neighbors[0] + entry).bytes
    let root = base64(SHA256.digest(of: [1] + pair + neighbors[1]).bytes)
    let state = "\(Self.host) - 4711\n3\n\(root)\n"
    let hint = SHA256.digest(of: key.publicKey).bytes.prefix(4)
    let signature = base64(hint + key.sign(Array(state.utf8)))
    let checkpoint = "\(state)\n— \(Self.host) \(signature)\n".split(
      separator: "\n", omittingEmptySubsequences: false
    ).joined(separator: #"\n"#)
    let hashes = neighbors.map { "\"\(base64($0))\"" }.joined(separator: ",")
    return #"{"logIndex":"\#(Self.index)","rootHash":"\#(root)","treeSize":"3","#
      + #""hashes":[\#(hashes)],"checkpoint":{"envelope":"\#(checkpoint)"}}"#
  }
}
