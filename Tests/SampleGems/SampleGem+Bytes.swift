package import SampleWheels
internal import Vocabulary

extension SampleGem {
  /// The complete file: an archive of the compressed metadata, files, and checksums.
  package var bytes: [UInt8] { bytes() }

  /// Returns the complete file, with a part of it replaced.
  ///
  /// - Parameters:
  ///   - metadata: The metadata, or `nil` for ``metadata``.
  ///   - data: The archive of the files, or `nil` for ``files``.
  package func bytes(metadata: String? = nil, data: TarWriter? = nil) -> [UInt8] {
    let members = [
      ("metadata.gz", GzipWriter.bytes(of: Array((metadata ?? self.metadata).utf8))),
      ("data.tar.gz", (data ?? archive).gzipBytes),
    ]
    let digests = members.map { "  \($0.0): \(SHA256Digest(of: $0.1).hexadecimal)\n" }
    let checksums = "---\nSHA256:\n" + digests.joined()
    var gem = TarWriter()
    for (name, bytes) in members { gem.add(name, bytes) }
    gem.add("checksums.yaml.gz", GzipWriter.bytes(of: Array(checksums.utf8)))
    return gem.bytes
  }

  /// The archive of the files.
  package var archive: TarWriter {
    var archive = TarWriter()
    for file in files {
      archive.add(file.path, file.content, isExecutable: file.isExecutable)
    }
    return archive
  }

  /// The metadata in YAML, as RubyGems writes it.
  package var metadata: String {
    """
    --- !ruby/object:Gem::Specification
    name: \(name)
    version: !ruby/object:Gem::Version
      version: '\(version)'
    platform: \(platform)
    authors:
    - Sample
    bindir: exe
    cert_chain: []
    date: 2026-01-02 00:00:00.000000000 Z
    dependencies:\(dependencies.isEmpty ? " []" : "")
    \(dependencies.map(yaml).joined())description: A sample.
    email: sample@example.org
    executables:\(list(executables))
    extensions:\(list(extensions))
    extra_rdoc_files: []
    files:\(list(files.map(\.path)))
    homepage: https://example.org/\(name)
    licenses:
    - MIT
    metadata: {}
    rdoc_options: []
    require_paths:
    - lib
    required_ruby_version: !ruby/object:Gem::Requirement
      requirements:
    \(clauses(ruby, indentation: "  "))required_rubygems_version: !ruby/object:Gem::Requirement
      requirements:
    \(clauses(rubygems, indentation: "  "))requirements: []
    rubygems_version: 3.3.15
    specification_version: 4
    summary: A sample.
    test_files: []

    """
  }

  /// Returns a dependency at run time.
  private func yaml(_ dependency: Dependency) -> String {
    """
    - !ruby/object:Gem::Dependency
      name: \(dependency.name)
      requirement: !ruby/object:Gem::Requirement
        requirements:
    \(clauses(dependency.requirement, indentation: "    "))  type: :runtime
      prerelease: false
      version_requirements: !ruby/object:Gem::Requirement
        requirements:
    \(clauses(dependency.requirement, indentation: "    "))
    """
  }

  /// Returns the clauses of a requirement as a list of pairs.
  private func clauses(_ requirement: String?, indentation: String) -> String {
    let texts = (requirement ?? "").split(separator: ",").map { $0.drop { $0 == " " } }
    return (texts.isEmpty ? [">= 0"] : texts).map { text in
      let sign = text.prefix { "=!<>~".contains($0) }
      let version = text.dropFirst(sign.count).drop { $0 == " " }
      return """
        \(indentation)- - "\(sign.isEmpty ? "=" : sign)"
        \(indentation)  - !ruby/object:Gem::Version
        \(indentation)    version: '\(version)'

        """
    }.joined()
  }

  private func list(_ texts: [String]) -> String {
    texts.isEmpty ? " []" : texts.map { "\n- \($0)" }.joined()
  }
}
