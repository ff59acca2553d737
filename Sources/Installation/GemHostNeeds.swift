internal import Manifests
internal import Vocabulary

/// The headers and programs that the machine needs to compile well-known gems. Gems do not declare
/// these. Without this list, a build would fail after all downloads, and only its log would name
/// what is missing.
///
/// Gems that include the C library that they wrap, such as sqlite3 and nokogiri, need only the
/// compiler.
enum GemHostNeeds {
  private static let compiler = need("cc", apt: "gcc", dnf: "gcc", apk: "build-base")
  private static let cxxCompiler = need("c++", apt: "g++", dnf: "gcc-c++", apk: "build-base")
  private static let make = need("make", apt: "make", dnf: "make", apk: "make")

  /// What gems need in addition to the C compiler and `make`, by the name of the gem.
  static let known: [String: [HostNeed]] = [
    "charlock_holmes": [
      cxxCompiler,
      need("unicode/uchar.h", apt: "libicu-dev", dnf: "libicu-devel", apk: "icu-dev"),
      need("zlib.h", apt: "zlib1g-dev", dnf: "zlib-devel", apk: "zlib-dev"),
    ],
    "curb": [
      need("libcurl.pc", apt: "libcurl4-openssl-dev", dnf: "libcurl-devel", apk: "curl-dev")
    ],
    "eventmachine": [cxxCompiler],
    "libxml-ruby": [
      need("libxml-2.0.pc", apt: "libxml2-dev", dnf: "libxml2-devel", apk: "libxml2-dev")
    ],
    "openssl": [
      need("openssl/ssl.h", apt: "libssl-dev", dnf: "openssl-devel", apk: "openssl-dev")
    ],
    "pg": [need("libpq.pc", apt: "libpq-dev", dnf: "libpq-devel", apk: "libpq-dev")],
    "psych": [need("yaml.h", apt: "libyaml-dev", dnf: "libyaml-devel", apk: "yaml-dev")],
    "rmagick": [
      need(
        "MagickCore.pc", apt: "libmagickwand-dev", dnf: "ImageMagick-devel",
        apk: "imagemagick-dev")
    ],
    "rugged": [need("cmake", apt: "cmake", dnf: "cmake", apk: "cmake")],
    "sassc": [cxxCompiler],
    "unf_ext": [cxxCompiler],
    "zlib": [need("zlib.h", apt: "zlib1g-dev", dnf: "zlib-devel", apk: "zlib-dev")],
  ].mapValues { $0.compactMap(\.self) }

  /// All needs of well-known gems.
  static let all = [compiler, make].compactMap(\.self) + known.values.flatMap(\.self)

  /// Returns the headers and programs that the machine needs to compile these gems.
  static func needs(of gems: [PartName]) -> [HostNeed] {
    if gems.isEmpty { return [] }
    return [compiler, make].compactMap(\.self) + gems.flatMap { known[$0.text] ?? [] }
  }

  private static func need(
    _ name: String, apt: String, dnf: String, apk: String
  ) -> HostNeed? {
    HostNeed(name, packages: [.apt: apt, .dnf: dnf, .apk: apk])
  }
}
