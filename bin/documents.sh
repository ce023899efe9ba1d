# Code blocks of documents, for scripts that run them. Sourced; $home names a folder for what is noted. Who runs which block
# stands in src/test/resources/documents/blocks.txt.

# block <file> <number> [language]: without its indentation; it is noted as run
block() {
  awk -v want="$2" -v language="${3:-bash}" '
    $0 ~ "^ *```" language "$" { n++; on = 1; match($0, /^ */); cut = RLENGTH; next }
    /^ *```/ { on = 0 }
    on && n == want { print substr($0, cut + 1) }' "$1"
  echo "$1 ${3:-bash} $2" >>"$home/walked"
}

# unwalked <part>: a line for each block that the list gives to this part and that it has not run
unwalked() {
  local one
  while read -r one; do
    grep -qxF "$one" "$home/walked" || echo "$1 does not run $one"
  done < <(sed -n "s#^\([^|]*[^| ]\) *| \(.* \)\{0,1\}$1\( .*\)\{0,1\}\$#\1#p" src/test/resources/documents/blocks.txt)
}
