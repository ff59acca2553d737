import Testing

@testable import HostPackages

@Suite enum HostPackagesTests {}
