#!/usr/bin/env bash
# Deliveries beside saves, how soon a receiver hears of a save, and fifty receivers beside one that hangs with thousands
# waiting for it: bench/webhooks.sh [seconds of a round] [rounds] [waiting], 10, 3 and 10,000 without.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. bin/jdk.sh
kitchen=target/bench
mkdir -p "$kitchen"
./mvnw -B -ntp -q -Dquick -Dcms.target="$kitchen" test-compile dependency:build-classpath \
  -Dmdep.outputFile="$kitchen/classpath" -Dmdep.includeScope=test >&2
exec "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Xmx1g -XX:+UseSerialGC \
  -cp "$kitchen/classes:$kitchen/test-classes:$(cat "$kitchen/classpath")" cms.webhooks.WebhooksBench "$@"
