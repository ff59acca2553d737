/// The formats that an import reads.
package enum ForeignFormats {
  /// All formats, in order of precedence. Files that pin versions come first.
  package static let all: [any ForeignFormat.Type] = [
    IdiomaticPins.self, XcodeVersion.self, VersionFile.self, MiseManifest.self, MiseLock.self,
    ProtoTools.self, SDKMANFile.self,
    HermitPackage.self, HermitConfiguration.self, AquaManifest.self, DevboxManifest.self,
    PixiManifest.self, GoModule.self,
    NodePackage.self, Gemfile.self, GemfileLockManifest.self, Mintfile.self, Brewfile.self,
    DotNetManifest.self,
  ]
}
