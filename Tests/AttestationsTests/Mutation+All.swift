import SampleAttestations
import Vocabulary

extension Mutation {
  static let all =
    texts + members + entries + proofs + checkpoints + signatures + certificates
    + publishAttestations + oldBundles + fileSignatures

  private static let texts = [
    Mutation("text: empty") { _ in "" },
    Mutation("text: cut in half") { String($0.text.prefix($0.text.count / 2)) },
    Mutation("text: last byte missing") { String($0.text.dropLast()) },
    Mutation("text: followed by a letter") { $0.text + "x" },
    Mutation("text: followed by itself") { $0.text + $0.text },
    Mutation("text: in an array") { "[" + $0.text + "]" },
    Mutation("text: larger than the limit") { $0.text + String(repeating: " ", count: 1 << 20) },
    Mutation("text: deep arrays") {
      $0.text.dropLast() + ",\"a\":" + String(repeating: "[", count: 100_000) + "}"
    },
    Mutation("text: a string without an end") { $0.text.dropLast() + ",\"a" },
  ]

  private static let members = [
    Mutation("text: unknown member") { $0.text.dropLast() + ",\"other\":1}" },
    Mutation("text: unknown empty member") { $0.text.dropLast() + ",\"\":null}" },
    replace(
      "verificationMaterial: unknown member", "\"verificationMaterial\":{",
      with: "\"verificationMaterial\":{\"other\":{},"),
    replace("tlogEntries: unknown member", "[{\"logIndex\"", with: "[{\"other\":1,\"logIndex\""),
    replace("mediaType: repeated", "{\"mediaType\":", with: "{\"mediaType\":\"x\",\"mediaType\":"),
    Mutation("dsseEnvelope: repeated") { $0.text.dropLast() + ",\"dsseEnvelope\":null}" },
    member("mediaType", "a later version") { $0.replacing("0.3", with: "0.4") },
    member("mediaType", "an earlier version") { _ in
      "application/vnd.dev.sigstore.bundle+json;version=0.0"
    },
    member("mediaType", "capital letters") { $0.uppercased() },
    replace("mediaType: another name", "mediaType", with: "media_type"),
    replace("mediaType: a number", "\"application/vnd.dev.sigstore.bundle.v0.3+json\"", with: "3"),
    Mutation("version: added") { "{\"version\":1," + $0.text.dropFirst() },
    Mutation("messageSignature: added") {
      $0.text.dropLast() + ",\"messageSignature\":{\"signature\":\"\($0.text.member("sig"))\"}}"
    },
    replace("dsseEnvelope: missing", "\"dsseEnvelope\":", with: "\"messageSignature\":"),
    Mutation("verificationMaterial: null") {
      "{\"mediaType\":\"\($0.text.member("mediaType"))\",\"verificationMaterial\":null}"
    },
  ]

  private static let entries = [
    Mutation("tlogEntries: two") { texts in
      let entry = texts.text.between("\"tlogEntries\":[", "]},\"dsse", inclusive: false)
      return texts.text.replacing(entry, with: "\(entry),\(entry)")
    },
    Mutation("tlogEntries: none") { texts in
      texts.text.removing(from: "\"tlogEntries\":[", to: "]},\"dsse", with: "\"tlogEntries\":[]}")
    },
    replace("logIndex: another", "[{\"logIndex\":\"1\"", with: "[{\"logIndex\":\"2\""),
    replace("logIndex: negative", "[{\"logIndex\":\"1\"", with: "[{\"logIndex\":\"-1\""),
    replace("logIndex: a fraction", "[{\"logIndex\":\"1\"", with: "[{\"logIndex\":1.0"),
    replace("logIndex: a space", "[{\"logIndex\":\"1\"", with: "[{\"logIndex\":\" 1\""),
    replace("logIndex: a leading zero", "[{\"logIndex\":\"1\"", with: "[{\"logIndex\":\"01\""),
    replace(
      "logIndex: huge", "[{\"logIndex\":\"1\"", with: "[{\"logIndex\":\"18446744073709551617\""),
    replace("logIndex: missing", "[{\"logIndex\":\"1\",", with: "[{"),
    flip("keyId"),
    member("keyId", "that of the public log") { _ in
      "wNI9atQGlz+VWfO6LRygH4QUfY/8W4RFwiT5i5WRgB0="
    },
    member("kind", "another") { _ in "hashedrekord" },
    member("kind", "unknown") { _ in "rekord" },
    replace("version: that of another Rekor", "\"0.0.1\"", with: "\"0.0.2\""),
    member("integratedTime", "a second later") { _ in "1760000001" },
    member("integratedTime", "in 2040") { _ in "2210000000" },
    member("integratedTime", "zero") { _ in "0" },
    flip("signedEntryTimestamp", at: 20),
    exchange("signedEntryTimestamp", from: \.sibling, "another signature"),
    exchange("canonicalizedBody", from: \.sibling, "another signature"),
    flip("canonicalizedBody", at: 200),
    member("canonicalizedBody", "no JSON") { _ in base64(Array("text".utf8)) },
    member("canonicalizedBody", "empty") { _ in "" },
    Mutation("tlogEntries: that of another signature") { texts in
      texts.text.removing(from: "\"tlogEntries\":", to: ",\"dsse", with: "")
        .replacing(
          "\"dsseEnvelope\"",
          with: texts.sibling.between("\"tlogEntries\":", "\"dsseEnvelope\"", inclusive: true))
    },
  ]

  private static let proofs = [
    Mutation("inclusionPromise: missing") {
      $0.text.removing(from: "\"inclusionPromise\":", to: "\"inclusionProof\"", with: "")
    },
    Mutation("inclusionProof: missing") {
      $0.text.removing(from: "\"inclusionProof\":", to: "\"canonicalizedBody\"", with: "")
    },
    replace(
      "inclusionProof.logIndex: another", "Proof\":{\"logIndex\":\"1\"",
      with: "Proof\":{\"logIndex\":\"0\""),
    replace(
      "inclusionProof.logIndex: behind the tree", "Proof\":{\"logIndex\":\"1\"",
      with: "Proof\":{\"logIndex\":\"3\""),
    member("treeSize", "smaller") { _ in "2" },
    member("treeSize", "larger") { _ in "4" },
    member("treeSize", "huge") { _ in "9223372036854775807" },
    member("treeSize", "zero") { _ in "0" },
    flip("rootHash"),
    bytes("rootHash", "a byte missing") { $0.dropLast() },
    Mutation("hashes: none") {
      $0.text.removing(from: "\"hashes\":[", to: "],\"checkpoint\"", with: "\"hashes\":[")
    },
    Mutation("hashes: in reverse") { texts in
      let list = texts.text.between("\"hashes\":[", "],\"checkpoint\"", inclusive: false)
      let hashes = list.split(separator: ",").reversed().joined(separator: ",")
      return texts.text.replacing(list, with: hashes)
    },
    Mutation("hashes: one more") { texts in
      let list = texts.text.between("\"hashes\":[", "],\"checkpoint\"", inclusive: false)
      return texts.text.replacing(list, with: "\(list),\(list.split(separator: ",")[0])")
    },
    replace("hashes: not bytes", "\"hashes\":[", with: "\"hashes\":[1,"),
    Mutation("hashes: too many") { texts in
      let list = texts.text.between("\"hashes\":[", "],\"checkpoint\"", inclusive: false)
      let many = Array(repeating: list, count: 1000).joined(separator: ",")
      return texts.text.replacing(list, with: many)
    },
  ]

  private static let checkpoints = [
    Mutation("checkpoint: missing") {
      $0.text.removing(from: ",\"checkpoint\":", to: "},\"canonicalizedBody\"", with: "")
    },
    exchange("envelope", from: \.sibling, "another tree"),
    exchange("envelope", from: \.stranger, "another log"),
    member("envelope", "another size") { $0.replacing(#"\n3\n"#, with: #"\n4\n"#) },
    member("envelope", "no size") { $0.replacing(#"\n3\n"#, with: #"\n"#) },
    member("envelope", "another name") { $0.replacing("4711", with: "4712") },
    member("envelope", "a further line") { $0.replacing(#"=\n\n"#, with: #"=\nother\n\n"#) },
    member("envelope", "no signature") { $0.upTo("—") },
    member("envelope", "nothing") { _ in "" },
    member("envelope", "a hyphen instead of a dash") { $0.replacing("—", with: "-") },
    member("envelope", "a second signature of the log, which is wrong") { text in
      let line = text.between("— ", "\\n", inclusive: false)
      return text + "— \(line.dropLast(8))AAAAAAA=\\n"
    },
  ]

  private static let signatures = [
    flip("sig", at: 20),
    exchange("sig", from: \.sibling, "another key"),
    member("sig", "empty") { _ in "" },
    bytes("sig", "a further byte") { $0 + [0] },
    bytes("sig", "zeros") { $0.map { _ in 0 } },
    Mutation("signatures: two") { texts in
      texts.text.replacing(
        "\"signatures\":[", with: "\"signatures\":[{\"sig\":\"\(texts.sibling.member("sig"))\"},")
    },
    Mutation("signatures: the same one twice") { texts in
      texts.text.replacing(
        "\"signatures\":[", with: "\"signatures\":[{\"sig\":\"\(texts.text.member("sig"))\"},")
    },
    Mutation("signatures: none") {
      $0.text.removing(from: "\"signatures\":[", to: "]}}", with: "\"signatures\":[")
    },
    member("payloadType", "another") { _ in "application/json" },
    member("payloadType", "capital letters") { $0.uppercased() },
    bytes("payload", "another digest") { $0.replacing(digest, otherDigest) },
    bytes("payload", "another name") { $0.replacing("\"tool\"", "\"loot\"") },
    bytes("payload", "a further space") { $0 + [0x20] },
    bytes("payload", "another type") { $0.replacing("Statement/v1", "Statement/v2") },
    bytes("payload", "a repeated subject") {
      $0.replacing("\"predicate\":{}", "\"subject\":[],\"predicate\":{}")
    },
    bytes("payload", "no subject") { $0.replacing("subject", "object") },
    bytes("payload", "cut") { $0.dropLast(10) },
    member("payload", "no padding") { $0.replacing("=", with: "") + "=" },
  ]

  private static let certificates = [
    flip("rawBytes", at: 150),
    flip("rawBytes", at: 300),
    flip("rawBytes", at: 700),
    exchange("rawBytes", from: \.sibling, "another key of the signer"),
    exchange("rawBytes", from: \.stranger, "another authority"),
    bytes("rawBytes", "cut") { Array($0.prefix(200)) },
    bytes("rawBytes", "a further byte") { $0 + [0] },
    member("rawBytes", "empty") { _ in "" },
    replace(
      "certificate: a key instead", "\"certificate\":{\"rawBytes\"", with: "\"publicKey\":{\"hint\""
    ),
    replace(
      "certificate: a chain instead", "\"certificate\":{\"rawBytes\"",
      with: "\"x509CertificateChain\":{\"certificates\""),
    replace(
      "certificate: with a key", "\"certificate\":{", with: "\"publicKey\":{},\"certificate\":{"),
  ]

  private static let publishAttestations = [
    replace("version: 2", of: .publishAttestation, "\"version\":1,", with: "\"version\":2,"),
    replace(
      "version: a text", of: .publishAttestation, "\"version\":1,", with: "\"version\":\"1\","),
    replace("version: missing", of: .publishAttestation, "\"version\":1,", with: ""),
    replace(
      "mediaType: added", of: .publishAttestation, "{\"version\":1,",
      with: "{\"version\":1,\"mediaType\":\"application/vnd.dev.sigstore.bundle.v0.3+json\","),
    replace(
      "transparency_entries: none", of: .publishAttestation, "\"transparency_entries\":[",
      with: "\"transparency_entries\":[],\"other\":["),
    replace(
      "envelope: unknown member", of: .publishAttestation, "\"envelope\":{\"statement\"",
      with: "\"envelope\":{\"keyid\":\"\",\"statement\""),
    flip("statement", of: .publishAttestation, at: 100),
    flip("signature", of: .publishAttestation, at: 20),
    exchange("certificate", of: .publishAttestation, from: \.sibling, "another key"),
  ]

  private static let oldBundles = [
    Mutation("inclusionPromise: missing", of: .version1) {
      $0.text.removing(from: "\"inclusionPromise\":", to: "\"canonicalizedBody\"", with: "")
    },
    member("mediaType", "a version that needs a proof", of: .version1) {
      $0.replacing("0.1", with: "0.2")
    },
    replace(
      "certificates: none", of: .version2, "\"certificates\":[",
      with: "\"certificates\":[],\"other\":["),
    Mutation("certificates: that of another signer first", of: .version2) { texts in
      texts.text.replacing(
        "\"certificates\":[",
        with: "\"certificates\":[{\"rawBytes\":\"\(texts.sibling.member("rawBytes"))\"},")
    },
  ]

  private static let fileSignatures = [
    flip("digest", of: .fileSignature),
    member("algorithm", "another", of: .fileSignature) { _ in "SHA2_512" },
    replace("dsseEnvelope: instead", of: .fileSignature, "messageSignature", with: "dsseEnvelope"),
    Mutation("signature: that of another key", of: .fileSignature) { texts in
      texts.text.replacing(
        texts.text.between("\"signature\":\"", "\"}}", inclusive: false),
        with: texts.sibling.between("\"signature\":\"", "\"}}", inclusive: false))
    },
  ]

  private static let digest = SHA256Digest(of: "tool").hexadecimal
  private static let otherDigest = SHA256Digest(of: "loot").hexadecimal
}
