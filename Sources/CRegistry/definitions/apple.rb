# Tools for iOS and macOS projects, and for Swift everywhere.

define "cocoapods" do
  summary "Dependency manager of Apple projects"
  home "https://cocoapods.org"
  known_as github: "CocoaPods/CocoaPods"
  executables "pod"
  gem "cocoapods"
end

define "danger" do
  summary "Automates chores of code reviews"
  home "https://danger.systems"
  known_as github: "danger/danger"
  executables "danger"
  gem "danger"
end

define "fastlane" do
  summary "Builds and releases mobile apps"
  home "https://fastlane.tools"
  known_as github: "fastlane/fastlane"
  executables "fastlane"
  gem "fastlane"
end

define "jazzy" do
  summary "Generates documentation of Swift and Objective-C"
  home "https://github.com/realm/jazzy"
  executables "jazzy"
  gem "jazzy"
end

define "licenseplist" do
  summary "Collects licenses of an app's dependencies for its settings"
  home "https://github.com/mono0926/LicensePlist"
  aliases "license-plist"
  executables "license-plist"
  platforms "macos-x64", "macos-arm64"
  github "mono0926/LicensePlist"
  asset "portable_licenseplist.zip"
end

define "mint" do
  summary "Installs and runs Swift command-line packages"
  home "https://github.com/yonaskolb/Mint"
  executables "mint"
  platforms "macos-x64", "macos-arm64"
  github "yonaskolb/Mint"
  asset "mint.zip"
end

define "periphery" do
  summary "Finds unused code in Swift projects"
  home "https://github.com/peripheryapp/periphery"
  executables "periphery"
  platforms "macos-x64", "macos-arm64"
  github "peripheryapp/periphery"
  asset "periphery-{version}.zip"
end

define "progressline" do
  summary "Shows a long command's output as one line of progress"
  home "https://github.com/kattouf/ProgressLine"
  executables "progressline"
  github "kattouf/ProgressLine"
end

define "sourcery" do
  summary "Generates Swift code from templates"
  home "https://github.com/krzysztofzablocki/Sourcery"
  executables "sourcery"
  platforms "macos-x64", "macos-arm64"
  github "krzysztofzablocki/Sourcery"
  asset "*ourcery-{version}.zip"
end

define "swiftformat" do
  summary "Formats Swift code"
  home "https://github.com/nicklockwood/SwiftFormat"
  executables "swiftformat"
  github "nicklockwood/SwiftFormat"
  asset "{target}.zip"
  target linux_x64: "swiftformat_linux", linux_arm64: "swiftformat_linux_aarch64",
    macos: "swiftformat"
end

define "swiftgen" do
  summary "Generates Swift code for an app's resources"
  home "https://github.com/SwiftGen/SwiftGen"
  executables "swiftgen"
  platforms "macos-x64", "macos-arm64"
  github "SwiftGen/SwiftGen"
  asset "swiftgen-{version}.zip"
end

define "swiftlint" do
  summary "Enforces style and conventions in Swift code"
  home "https://github.com/realm/SwiftLint"
  executables "swiftlint"
  github "realm/SwiftLint"
  asset "{target}.zip"
  target linux_x64: "swiftlint_linux", macos: "portable_swiftlint", until: "0.60.0"
  target linux_x64: "swiftlint_linux_amd64", linux_arm64: "swiftlint_linux_arm64",
    macos: "portable_swiftlint", from: "0.60.0"
end

define "tuist" do
  summary "Generates, builds and caches Xcode projects"
  home "https://tuist.dev"
  executables "tuist"
  github "tuist/tuist"
  asset "{target}"
  target linux_x64: "tuist-linux-x86_64.tar.gz", linux_arm64: "tuist-linux-aarch64.tar.gz",
    macos: "tuist.zip"
end

define "xcbeautify" do
  summary "Makes the output of xcodebuild readable"
  home "https://github.com/cpisciotta/xcbeautify"
  known_as github: "thii/xcbeautify"
  executables "xcbeautify"
  github "cpisciotta/xcbeautify"
end

define "xcodegen" do
  summary "Generates Xcode projects from a specification"
  home "https://github.com/yonaskolb/XcodeGen"
  executables "xcodegen"
  platforms "macos-x64", "macos-arm64"
  github "yonaskolb/XcodeGen"
  asset "xcodegen.zip"
end

define "xcodes" do
  summary "Installs and switches between versions of Xcode"
  home "https://github.com/XcodesOrg/xcodes"
  known_as github: "RobotsAndPencils/xcodes"
  executables "xcodes"
  platforms "macos-x64", "macos-arm64"
  github "XcodesOrg/xcodes"
  asset "xcodes.zip"
end

define "xcpretty" do
  summary "Formats the output of xcodebuild"
  home "https://github.com/xcpretty/xcpretty"
  known_as github: "supermarin/xcpretty"
  executables "xcpretty"
  gem "xcpretty"
end
