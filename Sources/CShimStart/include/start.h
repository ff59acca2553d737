// Replaces the C library in the shim on Linux. Linked into the shim alone.
#pragma once
