/// The environment variables of compilers, which the user may set for builds from source. A build
/// inherits none of them.
package enum BuildVariable {
  /// Their names, sorted.
  package static let names = [
    "AR", "CC", "CFLAGS", "CPPFLAGS", "CXX", "CXXFLAGS", "LDFLAGS", "MACOSX_DEPLOYMENT_TARGET",
    "PKG_CONFIG_PATH", "SDKROOT",
  ]
}
