#!/usr/bin/env bash
# Rows a second in SQLite, one writer against sixteen that share commits: bench/rows.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. bin/jdk.sh
kitchen=target/bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$kitchen"
./mvnw -B -ntp -q -Dquick -Dcms.target="$kitchen" compile dependency:build-classpath \
  -Dmdep.outputFile="$kitchen/classpath" >&2
"$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -cp "$kitchen/classes:$(cat "$kitchen/classpath")" \
  bench/RowsBench.java "$work/rows.db"
