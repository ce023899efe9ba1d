#!/usr/bin/env bash
# How soon everybody who listens to a project hears of a save, and how soon a website reads it:
# bench/live.sh [saves] [other listeners] [entries a model] [models], 300, 40, 100 and 1 without.
# One changed entry of 5,000: bench/live.sh 40 0 5000, and bench/live.sh 40 0 500 10 in ten files with a bundle of all.
set -euo pipefail

# shellcheck source=bench/service.sh
. "$(dirname "${BASH_SOURCE[0]}")/service.sh"

start_service CMS_DELIVERY_RATE_PER_HOUR=100000000
SERVICE_PID=$service "$JAVA_HOME/bin/java" "$project/bench/LiveBench.java" "$url" "$@"
