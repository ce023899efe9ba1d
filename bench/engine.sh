#!/usr/bin/env bash
# How long the content engine takes to parse, validate and serialise (JMH): bench/engine.sh [JMH arguments].
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. bin/jdk.sh
kitchen=target/bench
mkdir -p "$kitchen"
./mvnw -B -ntp -q -Dquick -Pbench -Dcms.target="$kitchen" test-compile dependency:build-classpath \
  -Dmdep.outputFile="$kitchen/classpath" >&2
exec "$JAVA_HOME/bin/java" -cp "$kitchen/classes:$kitchen/test-classes:$(cat "$kitchen/classpath")" \
  org.openjdk.jmh.Main "${@:-EngineBench}"
