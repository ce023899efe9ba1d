#!/usr/bin/env bash
# Saves over HTTP against the Git command line doing the same, both with everything synced: bench/save.sh [saves].
# Git commits the change of one entry to a branch, merges it into cms with a fresh context.json, moves the default
# branch and deletes the branch, in a work tree beside a bare repository. Prints both and the ratio of the medians.
set -euo pipefail

# shellcheck source=bench/service.sh
. "$(dirname "${BASH_SOURCE[0]}")/service.sh"
saves=${1:-300}

start_service

# Commits one changed entry as the service would, with every write synced; prints the milliseconds of the median.
with_git() { # with_git <entries a file> <files>
  local repo=$work/git-$1-$2 at
  git init -q -b main "$repo"
  (
    cd "$repo"
    git config user.name bench && git config user.email bench@example.com
    git config core.fsync all && git config gc.auto 0
    mkdir -p .cms/content/blog
    python3 - "$1" "$2" <<'PY'
import json, os, sys
for model in range(int(sys.argv[2])):
    os.makedirs(".cms/content/blog/load%d" % model)
    entries = {"%012x" % i: {"body": "lorem ipsum dolor " * 55, "title": "Entry %d" % i} for i in range(int(sys.argv[1]))}
    open(".cms/content/blog/load%d/data.json" % model, "w").write(json.dumps(entries, indent=2) + "\n")
PY
    echo '{}' >.cms/context.json
    git add -A && git commit -qm load && git branch cms && git checkout -q cms
    for save in $(seq "$((saves / 10 + 5))"); do
      at=$(date +%s%N)
      git checkout -q -b "cr/save-$save"
      sed -i "0,/\"title\": \".*\"/s//\"title\": \"Saved $save\"/" .cms/content/blog/load0/data.json
      git commit -qam "save $save"
      git checkout -q cms
      git merge -q --no-ff --no-commit "cr/save-$save" 2>/dev/null
      echo "{\"save\": $save}" >.cms/context.json
      git commit -qam "merge $save"
      git branch -qf main cms
      git branch -qD "cr/save-$save"
      echo $((($(date +%s%N) - at) / 10000))
    done
  ) | sort -n | awk '{ all[NR] = $1 } END { printf "%.1f\n", all[int((NR + 1) / 2)] / 100 }'
}

for size in "100 1" "500 10"; do
  read -r entries files <<<"$size"
  SERVICE_PID=$service "$JAVA_HOME/bin/java" "$project/bench/SaveBench.java" "$url" "$entries" "$files" "$saves" | tee "$work/ours"
  ours=$(sed -n 's/^save, .*p50 \([0-9.]*\) ms.*/\1/p' "$work/ours")
  theirs=$(with_git "$entries" "$files")
  echo "git command line: p50 $theirs ms; ratio $(awk "BEGIN { printf \"%.1f\", $theirs / $ours }")"
done
