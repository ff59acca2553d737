# find-linux-words.awk WORDS SCRIPT…: finds in shell scripts what macOS lacks. Skips what stands
# under a condition about the system (`uname`) or a command (`command -v`, `has`), because the
# script then knows the difference.

FNR == NR {
  if ($0 ~ /^#/) next
  split($0, parts, "\t")
  gsub(/@/, "(^|[;\\&|({`]|then|else|do|exec|if|while|!)[ \t]*", parts[1])
  pattern[++patterns] = parts[1]
  advice[patterns] = parts[2]
  next
}

FNR == 1 {
  files++
  depth = 0
}

/^[ \t]*#/ { next }

/^[ \t]*if / { known[++depth] = $0 ~ /uname|command -v|has [a-z]/ }
/^[ \t]*fi($|[^a-z])/ || /; fi($|[^a-z])/ { if (depth > 0) ending = 1 }

{
  isKnown = $0 ~ /command -v|\|\| has |uname/
  for (level = 1; level <= depth; level++) if (known[level]) isKnown = 1
  for (number = 1; !isKnown && number <= patterns; number++)
    if ($0 ~ pattern[number]) {
      print FILENAME ":" FNR ": not on macOS, use " advice[number] ": " $0 > "/dev/stderr"
      faults++
    }
  if (ending) {
    depth--
    ending = 0
  }
}

END {
  if (files == 0 || patterns == 0) {
    print "no scripts or no words found" > "/dev/stderr"
    faults++
  }
  exit faults > 0
}
