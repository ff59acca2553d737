internal import Gems
internal import Layout
internal import Vocabulary

/// The program of an installation that runs an executable of a gem.
///
/// It is a Ruby script, so it adds no process of its own. It ensures that exactly the gems of its
/// installation are loaded:
///
/// - Ruby starts without RubyGems and without `RUBYOPT`, with which `bundle exec` would load
///   Bundler. The script takes the folders of `RUBYLIB` out of the load path, and then loads
///   RubyGems itself.
/// - `Gem.use_paths` sets the folder of gems in place of `GEM_HOME` and `GEM_PATH`, for this
///   process only.
/// - The script lists all gems and activates them at once. `gem` would evaluate every gem's
///   description, which takes longer than starting Ruby. The script evaluates a description only
///   when a program reads something that the stub lacks, like Bundler.
/// - Ruby contains gems itself, such as json. Where the lock has another version of one, Ruby's is
///   hidden, because RubyGems would prefer the newer version. All others remain. Bundler belongs to
///   Ruby, and is never locked.
/// - The script hides `GEM_SKIP`, which names gems that must not be activated, during each call of
///   `gem`.
/// - The second line declares the encoding. Otherwise Ruby could take it from another comment,
///   because an executable's name may look like such a declaration.
///
/// The script restores the environment before it loads the executable, so programs that the tool
/// starts inherit the user's environment.
struct GemProgram {
  /// The gem with the executable.
  let gem: OpenedGem
  let executable: ExecutableName
  /// All gems of the installation, in load path order: each gem precedes the gems that it needs.
  let gems: [OpenedGem]
  let ruby: RubyInterface
  /// Whether any gem in the installation depends on Bundler.
  let needsBundler: Bool

  /// The maximum length of the first line of a script on Linux.
  static let maximumLineLength = 255

  /// The first line of every script. Linux passes everything after the path as one argument.
  static func firstLine(_ ruby: RubyInterface) -> String {
    "#!\(ruby.program) --disable=gems,rubyopt"
  }

  /// The text of the script.
  var text: String {
    let metadata = gem.metadata
    let path = "gems/\(gem.fullName)/\(metadata.bindir)/\(executable)"
    return """
      \(Self.firstLine(ruby))
      # encoding: utf-8
      # Runs `\(executable)` of the gem \(gem.title) with exactly the gems beside this file.
      (ENV["RUBYLIB"] || "").split(File::PATH_SEPARATOR).each do |folder|
        index = folder.empty? ? nil : $LOAD_PATH.index(File.expand_path(folder))
        $LOAD_PATH.delete_at(index) if index
      end
      setup = ENV.delete("BUNDLER_SETUP")
      require "rubygems"
      ENV["BUNDLER_SETUP"] = setup if setup
      unless Gem.ruby_api_version == "\(ruby.abi)"
        abort \(Self.literal(mismatch)) + "#{RUBY_VERSION}; run `bootstrap install`"
      end
      if ENV.key?("GEM_SKIP")
        Kernel.module_eval do
          original = instance_method(:gem)
          define_method(:gem) do |*arguments|
            skipped = ENV.delete("GEM_SKIP")
            begin
              original.bind(self).call(*arguments)
            ensure
              ENV["GEM_SKIP"] = skipped
            end
          end
          private :gem
        end
      end
      home = File.dirname(File.dirname(File.realpath(__FILE__)))
      bundler = \(needsBundler ? Self.bundlerSearch : "[]")
      Gem.use_paths(home, [home])
      locked, others = Gem::Specification.stubs.partition { |stub| !stub.default_gem? }
      names = locked.to_h { |stub| [stub.full_name, stub] }
      own = locked.to_h { |stub| [stub.name, true] }
      others.reject! { |stub| own[stub.name] }
      bundler.reject! { |stub| others.any? { |other| other.name == stub.name } }
      Gem::Specification.all = locked + others + bundler
      Gem::StubSpecification.prepend(Module.new do
        def to_spec
          @whole ||= Gem::Specification.load(loaded_from).tap { |spec| spec.activated = activated? }
        end
        alias_method :spec, :to_spec
        def method_missing(name, *arguments, &block)
          to_spec.public_send(name, *arguments, &block)
        end
        ruby2_keywords :method_missing if respond_to?(:ruby2_keywords, true)
        def respond_to_missing?(name, all = false)
          name != :to_ary && to_spec.respond_to?(name, all)
        end
      end)
      order = %w[
        \(gems.map(\.fullName).joined(separator: "\n        "))
      ]
      active = order.map { |name| names.fetch(name) }
      active.each { |stub| Gem.loaded_specs[stub.name] = stub }
      Gem.add_to_load_path(*active.flat_map(&:full_require_paths))
      load File.join(home, \(Self.literal(path)))

      """
  }

  private var mismatch: String {
    "\(executable): its gems need Ruby \(ruby.abi), but \(ruby.program) is Ruby "
  }

  private static let bundlerSearch = """
    (Gem.use_paths(Gem.default_dir, Gem.default_path - [Gem.user_dir]); \
    Gem::Specification.stubs_for("bundler"))
    """

  /// Returns a string literal of Ruby.
  private static func literal(_ text: String) -> String {
    "'" + text.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] } + "'"
  }
}
