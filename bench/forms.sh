#!/usr/bin/env bash
# Submissions a second that are on the disk when they are answered, and what a page of all of them costs:
# bench/forms.sh [submissions], 100,000 without.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. bin/jdk.sh
kitchen=target/bench
mkdir -p "$kitchen"
./mvnw -B -ntp -q -Dquick -Dcms.target="$kitchen" test-compile dependency:build-classpath \
  -Dmdep.outputFile="$kitchen/classpath" -Dmdep.includeScope=test >&2
exec "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Xmx1g -XX:+UseSerialGC \
  -cp "$kitchen/classes:$kitchen/test-classes:$(cat "$kitchen/classpath")" cms.forms.FormsBench "$@"
