# Code blocks of documents, for scripts that run them. Sourced; $home names a folder for what is noted.

# block <file> <number> [language]: without its indentation; a block of bash is noted as run
block() {
  awk -v want="$2" -v language="${3:-bash}" '
    $0 ~ "^ *```" language "$" { n++; on = 1; match($0, /^ */); cut = RLENGTH; next }
    /^ *```/ { on = 0 }
    on && n == want { print substr($0, cut + 1) }' "$1"
  [ "${3:-bash}" != bash ] || echo "$1 $2" >>"$home/walked"
}

# unwalked <file>...: a line for each block of bash that was not run
unwalked() {
  local document number n
  for document in "$@"; do
    number=$(grep -c '^ *```bash$' "$document" || true)
    for ((n = 1; n <= number; n++)); do
      grep -qx "$document $n" "$home/walked" || echo "nothing runs the block $n of $document"
    done
  done
}
