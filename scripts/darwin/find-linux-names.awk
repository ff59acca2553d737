# find-linux-names.awk NAMES -: finds names of Linux outside the branches for Linux, in Swift and C
# files whose paths are on standard input.

FNR == NR {
  if ($0 !~ /^#/) for (field = 1; field <= NF; field++) isLinux[$field] = 1
  next
}

{
  path = $0
  number = depth = 0
  while ((getline line < path) > 0) {
    number++
    if (line ~ /^ *#(if|ifdef|ifndef|elseif|elif|else|endif)/) {
      read(line)
      continue
    }
    linux = 0
    for (level = 1; level <= depth; level++) if (branch[level] == "linux") linux = 1
    sub(/\/\/.*/, "", line)
    count = split(line, words, /[^A-Za-z0-9_]+/)
    for (index_ = 1; !linux && index_ <= count; index_++)
      if (words[index_] in isLinux) {
        print path ":" number ": macOS has no `" words[index_] "`" > "/dev/stderr"
        faults++
      }
  }
  close(path)
  files++
}

# Follows a directive. The branch of a level is that of Linux, of macOS, or of both.
function read(line) {
  if (line ~ /^ *#endif/) {
    depth--
  } else if (line ~ /^ *#else/) {
    branch[depth] = branch[depth] == "darwin" ? "linux" : branch[depth] == "linux" ? "darwin" : ""
  } else {
    if (line ~ /^ *#if/) depth++
    branch[depth] = line ~ /!/ || line ~ /#ifndef/ ? "" \
      : line ~ /Glibc|GLIBC|Musl|Linux|linux|IS_STATIC_PROGRAM/ && line !~ /APPLE|Darwin/ ? "linux" \
      : line ~ /APPLE|Darwin|macOS/ ? "darwin" : ""
  }
}

END {
  if (files == 0) {
    print "no source files found" > "/dev/stderr"
    faults++
  }
  exit faults > 0
}
