/// The Ruby script that completes a folder of gems. It leaves to RubyGems what depends on the
/// version of RubyGems: the form of the specifications, and the build of native extensions.
///
/// The compiler and `mkmf` record the temporary folder in which they work, so two homes would get
/// different files. The script therefore deletes intermediate files, and uses `strip` to remove
/// debug information and the build id from libraries. Without `strip`, the files differ.
enum GemScript {
  static let name = "gems.rb"

  /// The command line that writes the specifications of all gems. It runs no code of any gem.
  static let specifications = "\"$ruby\" --disable=gems,rubyopt \(name) specifications"

  /// Returns the command line that builds the extensions of a gem.
  static func extensions(of gem: String) -> String {
    "\"$ruby\" --disable=gems,rubyopt \(name) extensions \(gem)"
  }

  static let text = """
    require "rubygems"
    require "rubygems/ext"
    home = ENV.fetch("GEM_HOME")
    Gem.use_paths(home, [home])
    folder = File.join(home, "specifications")

    case ARGV.shift
    when "specifications"
      Dir.mkdir(folder)
      Dir.children("metadata").sort.each do |name|
        yaml = File.read(File.join("metadata", name), encoding: "UTF-8")
        begin
          spec = Gem::Specification.from_yaml(yaml)
        rescue StandardError, Psych::SyntaxError => error
          abort "#{name}: #{error.message.lines.first.strip}"
        end
        abort "#{name}: it describes #{spec.full_name}" unless spec.full_name == name
        # As `gem install` does: to_ruby_for_cache does not quote these.
        lines = spec.raw_require_paths + spec.extensions
        abort "#{name}: it has an invalid path" if lines.any? { |line| line.match?(/\\R/) }
        format = spec.specification_version
        abort "#{name}: it has an invalid format" unless format.is_a?(Integer)
        sound = spec.dependencies.all? do |need|
          %i[runtime development].include?(need.type) && need.name.match?(/\\A[\\w.-]+\\z/)
        end
        abort "#{name}: it has an invalid dependency" unless sound
        spec.installed_by_version = Gem.rubygems_version
        path = File.join(folder, "#{name}.gemspec")
        File.open(path, "wb") { |file| file.puts spec.to_ruby_for_cache }
      end
    when "extensions"
      spec = Gem::Specification.load(File.join(folder, "#{ARGV.shift}.gemspec"))
      made = -> { Dir.glob("**/{Makefile,*.o,*.lo}", File::FNM_DOTMATCH, base: spec.full_gem_path) }
      shipped = made.call
      begin
        Gem::Ext::Builder.new(spec, []).build_extensions
        paths = (made.call - shipped).map { |path| File.join(spec.full_gem_path, path) }
        paths.each { |path| File.delete(path) if File.file?(path) }
      rescue Gem::InstallError => error
        puts error.message
        logs = Dir.glob(File.join(home, "{extensions,gems}", "**", "mkmf.log"))
        missing = logs.flat_map { |log| File.binread(log).scrub.lines }
          .grep(/fatal error: |cannot find -l|library not found/).map(&:strip).uniq
        puts missing.last(5)
        exit 1
      end
      Dir.glob("{#{spec.extension_dir},#{spec.full_gem_path}}/**/*", File::FNM_DOTMATCH) do |path|
        next unless File.file?(path) && !File.symlink?(path) && File.binread(path).include?(home)
        case File.basename(path)
        when /\\.(la|log)\\z/, "gem_make.out", "config.status"
          File.delete(path)
        when /\\.a\\z/
          system("strip", "-S", path)
        when /\\.(so|bundle)\\z/
          linux = RUBY_PLATFORM.include?("linux") ? %w[-R .note.gnu.build-id] : []
          system("strip", "-S", *linux, path)
        end
      end
    end

    """
}
