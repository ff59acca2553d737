internal import Diagnostics
internal import Filesystem
package import Layout
package import Manifests
package import SourceKinds

extension Registries {
  /// Returns the registries that define tools for pins and for installs by name: those of the
  /// user's settings, then the one that ships with the program. The user trusts them.
  ///
  /// - Throws: ``ManifestError`` if a registry of the user cannot be read.
  package static func users(
    _ settings: Settings, in root: Root, catalog: SourceCatalog = .standard
  ) throws(ManifestError) -> Registries {
    var registries: [Registry] = []
    for name in settings.registries {
      let path = root.path.resolving(FilePath(name))
      // The user, who may be anywhere, must be able to find the file.
      let files = try RegistryFiles(at: path, named: path.string, isUsersOwn: true)
      do {
        registries.append(Registry(name: name, try files.texts.valid()))
      } catch {
        throw .syntax(error)
      }
    }
    return Registries(registries + [.shipped], catalog)
  }

  /// Returns the registries that the user trusts, without those that cannot be read.
  package static func trusted(in root: Root) -> Registries {
    let settings = (try? Settings.read(in: root)) ?? Settings()
    return (try? users(settings, in: root)) ?? .shipped
  }
}
