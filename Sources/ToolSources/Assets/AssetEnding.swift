internal import Manifests

/// The ending of a file's name, which states the file's format.
enum AssetEnding: Hashable, Sendable {
  /// A format that can be installed.
  case installable(String)
  /// A script or another program that runs on several systems.
  case script
  /// A program for Windows.
  case windows
  /// A program for Linux that contains an image of its files, which it mounts when it runs.
  case appImage
  /// A format that contains programs, but that bootstrap cannot unpack. The systems are those that
  /// the format is for, or empty if it is for all.
  case container(String, AssetSystems)
  /// A file that accompanies others, or a package of another package manager.
  case companion(AssetRejection)
  /// An ending of letters that is not in the table.
  case unknown(String)
  /// No ending: a program itself.
  case none

  /// The maximum number of dots in an ending of the table.
  private static let maximumDots = 3

  /// Splits a name in lowercase into the stem and the ending.
  ///
  /// An ending is unknown only if it consists of letters and is not a word that `isWord` accepts.
  static func split(
    _ name: Substring, isWord: (Substring) -> Bool
  ) -> (stem: Substring, ending: AssetEnding) {
    let bytes = name.utf8
    var dots: [Substring.Index] = []
    var index = bytes.endIndex
    while index > bytes.startIndex, dots.count < maximumDots {
      index = bytes.index(before: index)
      if bytes[index] == UInt8(ascii: "."), index > bytes.startIndex { dots.append(index) }
    }
    // Compares the longest ending first, because `.tar.gz` also ends in `.gz`.
    for dot in dots.reversed() {
      if let ending = table[String(name[bytes.index(after: dot)...])] {
        return (name[..<dot], ending)
      }
    }
    guard let dot = dots.first else { return (name, .none) }
    let last = name[bytes.index(after: dot)...]
    let isLetters = !last.isEmpty && last.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    return isLetters && !isWord(last) ? (name, .unknown(String(last))) : (name, .none)
  }

  private static let table: [String: AssetEnding] = {
    var table: [String: AssetEnding] = [:]
    func add(_ endings: String, _ meaning: (String) -> AssetEnding) {
      for ending in endings.split(separator: " ") {
        table[String(ending)] = meaning(String(ending))
      }
    }
    add("tar.gz tar.xz tar.zst tar.bz2 tar zip gz xz zst bz2") { .installable($0) }
    add("tgz") { _ in .installable("tar.gz") }
    add("txz") { _ in .installable("tar.xz") }
    add("tzst") { _ in .installable("tar.zst") }
    add("tbz tbz2") { _ in .installable("tar.bz2") }
    add("sh bash pyz jar phar pex pl bin run py elf") { _ in .script }
    add("exe bat cmd ps1 exe.gz exe.xz exe.zst exe.zip com dll") { _ in .windows }
    add("appimage") { _ in .appImage }
    add("dmg pkg app.zip") { .container($0, .macOS) }
    add("7z rar lz lzma lz4 br tar.br tar.lz tar.lz4 tar.lzma tar.7z cpio") { .container($0, []) }
    add("deb rpm apk snap flatpak pkg.tar.zst pkg.tar.xz ipk eopkg xbps msi msix msixbundle appx") {
      .companion(.package($0))
    }
    add("nupkg cab vsix whl gem crate xpi crx aab ipa conda war iso img qcow2 ova vmdk oci sif") {
      .companion(.package($0))
    }
    add("charm mcpb dxt") { .companion(.package($0)) }
    add("src.rpm orig.tar.gz debian.tar.xz dsc") { _ in .companion(.source) }
    add("asc sig sign gpg pgp pem crt cer cert cosign sigstore minisig bundle cosign.bundle") { _ in
      .companion(.signature)
    }
    add("sigstore.json cosign.json intoto.jsonl intoto.json att attestation prov pub key p7s") {
      _ in .companion(.signature)
    }
    add("attestation.json attestations.json provenance provenance.json bundle.json signature") {
      _ in .companion(.signature)
    }
    add("sha256 sha256sum sha256sums sha512 sha512sum sha512sums sha1 sha1sum sha224 sha384 md5") {
      _ in .companion(.checksums)
    }
    add("md5sum b3 b3sum blake3 blake2 sha sum sums checksum checksums digest digests hash sha2") {
      _ in .companion(.checksums)
    }
    add("sha256.txt sha256sum.txt sha512.txt md5.txt sha3 shasum") { _ in .companion(.checksums) }
    add("sbom sbom.json spdx spdx.json spdx.sbom.json cdx.json cdx cyclonedx.json bom.json") { _ in
      .companion(.billOfMaterials)
    }
    add("cyclonedx.xml cdx.xml sbom.xml spdx.rdf bom.xml") { _ in .companion(.billOfMaterials) }
    add("pdb dwarf dsym dsym.zip dsym.tar.gz debug dbg sym") { _ in .companion(.symbols) }
    add("txt md html htm pdf rst adoc png jpg jpeg svg gif webp ico mp4 webm csv tsv docx epub") {
      _ in .companion(.document)
    }
    add("json jsonl yml yaml toml xml rb ini cfg conf lock zsync blockmap patch diff plist nix") {
      _ in .companion(.metadata)
    }
    add("log map ts js mjs css proto sql graphql tf hcl nuspec rdf list env service desktop d.ts") {
      _ in .companion(.metadata)
    }
    add("wasm wit h hpp a lib so dylib o c cpp go rs swift java kt") { _ in .companion(.metadata) }
    add("fish zsh elv nu completion") { _ in .companion(.document) }
    return table
  }()
}
