#!/usr/bin/env bash
# How long a release takes to build and store: bench/build.sh [entries] [rounds] [collection|documents],
# 5,000 and 9 and both without. Everything from nothing, everything again, one changed entry, and a start that reads what is stored.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=bin/jdk.sh
. "$project/bin/jdk.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$project"
./mvnw -B -ntp -q -Dquick test-compile dependency:build-classpath -Dmdep.outputFile="$work/classpath" -Dmdep.includeScope=test >&2
# The heap of the service.
"$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xms48m -Xmn12m -Xmx1g -XX:+UseCompactObjectHeaders ${JAVA_FLAGS:-} \
  -cp "target/test-classes:target/classes:$(cat "$work/classpath")" cms.delivery.BuildBench "$@"
