/// The operating systems that a file's name states.
struct AssetSystems: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let linux = AssetSystems(rawValue: 1)
  static let macOS = AssetSystems(rawValue: 2)
  /// A system that bootstrap does not support, such as Windows or FreeBSD.
  static let other = AssetSystems(rawValue: 4)
}

/// The processor architectures that a file's name states.
struct AssetArchitectures: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let x64 = AssetArchitectures(rawValue: 1)
  static let arm64 = AssetArchitectures(rawValue: 2)
  /// All architectures of the system.
  static let universal = AssetArchitectures(rawValue: 4)
  /// The word `arm`, which means 64 bits on macOS, and mostly 32 bits elsewhere.
  static let arm = AssetArchitectures(rawValue: 8)
  /// The word `x86`, which means 64 bits on macOS, and mostly 32 bits elsewhere.
  static let x86 = AssetArchitectures(rawValue: 16)
  /// An architecture that bootstrap does not support.
  static let other = AssetArchitectures(rawValue: 32)
}

/// The C library that a file's name states.
enum AssetLibrary: Hashable, Sendable {
  case glibc
  case musl
  /// None, because the program contains it.
  case isStatic
}

/// The meaning of a word in a file's name.
enum AssetWord: Hashable, Sendable {
  case system(AssetSystems)
  case architecture(AssetArchitectures)
  case library(AssetLibrary)
  /// A Linux distribution or a wheel's platform, which also states the C library.
  case linux(AssetLibrary)
  /// The number of bits, which matters only if no other word states an architecture.
  case bits(Int)
  /// A level of the x64 architecture, from 1 to 4.
  case level(Int)
  /// A word for contents other than the tool's programs.
  case contents(AssetRejection)
  /// A word that does not tell files apart.
  case neutral
}

extension AssetWord {
  /// The maximum number of tokens of a phrase in ``meanings``.
  static let maximumPhrase = 3

  /// The meanings of words and phrases in lowercase. A space separates the words of a phrase.
  static let meanings: [String: AssetWord] = {
    var meanings: [String: AssetWord] = [:]
    for (words, meaning) in table {
      for word in words.split(separator: ",") { meanings[String(word)] = meaning }
    }
    return meanings
  }()

  /// Words that occur joined to each other, such as `linuxamd64` and `macos64`, longest first.
  static let joinable = [
    "windows", "aarch64", "darwin", "macos", "linux", "amd64", "arm64", "musl", "osx", "x64", "win",
    "mac", "bit", "64", "32",
  ]

  private static let table: [(String, AssetWord)] = [
    ("linux,lnx,appimage", .system(.linux)),
    (
      "darwin,macos,macosx,mac,osx,apple,apple darwin,mac os,os x,mac os x,macintosh,maccatalyst",
      .system(.macOS)
    ),
    (
      "windows,win,win32,win64,pc windows,msvc,mingw,mingw32,mingw64,mingw w64,cygwin,msys,msys2",
      .system(.other)
    ),
    (
      "freebsd,openbsd,netbsd,dragonfly,dragonflybsd,bsd,solaris,sunos,illumos,omnios,aix,plan9",
      .system(.other)
    ),
    (
      "android,androideabi,ios,iphoneos,tvos,watchos,visionos,xros,fuchsia,haiku,hurd,redox,hpux",
      .system(.other)
    ),
    (
      "wasm,wasm32,wasm64,wasi,wasip1,wasip2,wasix,emscripten,js wasm,zos,ohos,qnx",
      .system(.other)
    ),

    ("amd64,x86 64,x64,x8664,x86 64bit,intel64,em64t,amd 64,x 64,ia32e", .architecture(.x64)),
    (
      "arm64,aarch64,aarch 64,arm 64,armv8,armv8a,arm64v8,arm64e,aarch64v8,armv8l,applesilicon",
      .architecture(.arm64)
    ),
    ("apple silicon,silicon,m1,armv8 64,arm 64bit,arm64 v8,arm64 8", .architecture(.arm64)),
    (
      "universal,universal2,fat,all,any,noarch,multiarch,allarch,universalbinary",
      .architecture(.universal)
    ),
    ("arm", .architecture(.arm)),
    ("x86,intel", .architecture(.x86)),
    (
      "386,i386,i486,i586,i686,x86 32,x32,ia32,80386,ia64,mips,mipsel,mipsle,mips32,mips64",
      .architecture(.other)
    ),
    (
      "armhf,armel,armv5,armv5l,armv6,armv6l,armv6hf,armv7,armv7l,armv7a,armv7hf,arm5,arm6,arm7",
      .architecture(.other)
    ),
    (
      "arm32,arm32v5,arm32v6,arm32v7,arm v5,arm v6,arm v7,arm 5,arm 6,arm 7,armeabi,arm 32bit",
      .architecture(.other)
    ),
    (
      "gnueabi,gnueabihf,musleabi,musleabihf,eabi,eabihf,mipsisa64r6,mipsisa32r6,mips64el",
      .architecture(.other)
    ),
    (
      "mips64le,mips64r6,powerpc,powerpc64,powerpc64le,ppc,ppc64,ppc64le,ppc64el,s390,s390x",
      .architecture(.other)
    ),
    (
      "riscv,riscv32,riscv64,riscv64gc,riscv32imac,rv64,rv64gc,loong64,loongarch64,loongarch",
      .architecture(.other)
    ),
    ("sparc,sparc64,sparcv9,hppa,m68k,thumbv7neon,arm64ec", .architecture(.other)),

    ("gnu,glibc", .library(.glibc)),
    ("musl", .library(.musl)),
    ("static,staticx,statically", .library(.isStatic)),
    ("alpine,musllinux", .linux(.musl)),
    (
      "ubuntu,debian,centos,fedora,rhel,rocky,rockylinux,almalinux,opensuse,suse,amazonlinux,el7",
      .linux(.glibc)
    ),
    (
      "el8,el9,manylinux,manylinux1,manylinux2010,manylinux2014,bionic,focal,jammy,noble,bookworm",
      .linux(.glibc)
    ),
    ("buster,bullseye,amzn2", .linux(.glibc)),

    ("64bit,64 bit,64bits,64", .bits(64)),
    ("32bit,32 bit,32bits,32", .bits(32)),
    ("v1,x86 64 v1", .level(1)),

    ("src,source,sources,sourcecode,vendor,vendored,srcs", .contents(.source)),
    (
      "debug,dbg,debuginfo,dbgsym,symbols,syms,dsym,dsyms,debugsymbols,pdb,pdbs,debugsym",
      .contents(.symbols)
    ),
    ("sbom,sboms,spdx,cyclonedx,bom", .contents(.billOfMaterials)),
    (
      "checksum,checksums,sha256,sha256sum,sha256sums,sha512,sha512sum,sha512sums,sha1,sha1sums",
      .contents(.checksums)
    ),
    (
      "sha1sum,md5,md5sum,md5sums,shasum,shasums,shasums256,shasums512,hashes,digests,b3sums",
      .contents(.checksums)
    ),
    ("sha256 checksums,sha256checksums,sha2 256,shasum256", .contents(.checksums)),
    (
      "completions,completion,man,manpage,manpages,docs,doc,documentation,license,licenses",
      .contents(.document)
    ),
    (
      "readme,changelog,notice,notices,html,manual,javadoc,apidocs,screenshots",
      .contents(.document)
    ),
    ("licence", .contents(.document)),
    ("provenance,attestation,attestations,intoto,signature,signatures,sigs", .contents(.signature)),
    ("vsix,vscode,xcframework,artifactbundle,nupkg", .contents(.package("extension"))),

    (
      "unknown,pc,cli,bin,binary,binaries,release,releases,dist,portable,final,stable,nightly",
      .neutral
    ),
    (
      "v,x,prebuilt,built,build,executable,exe,program,tool,app,stripped,signed,gcc,clang",
      .neutral
    ),
    ("manifest,latest,baseline,generic,lto,default", .neutral),
  ]
}
