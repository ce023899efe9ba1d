#!/usr/bin/env bash
# Saves on a remote Git host against saves on the built-in one, with 0, 20 and 100 ms of distance to the host, which a
# proxy of our own adds: bench/remote.sh [saves]. Prints the medians and how many round trips a save costs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. bin/jdk.sh
kitchen=target/bench
mkdir -p "$kitchen"
./mvnw -B -ntp -q -Dquick -Dcms.target="$kitchen" test-compile dependency:build-classpath \
  -Dmdep.outputFile="$kitchen/classpath" >&2
exec "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED \
  -cp "$kitchen/classes:$kitchen/test-classes:$(cat "$kitchen/classpath")" cms.githost.RemoteBench "${1:-40}"
