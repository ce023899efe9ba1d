# Runs one proof of cms.durability and shows its lines while they come. Sourced by bin/crash-loop and .ci/faults.

. bin/tests.sh

prove() ( # prove <class> [-Dname=value ...]
  report=$PWD/target/proof/$1-$$.txt
  mkdir -p "${report%/*}"
  : >"$report"
  tail -n +1 -f "$report" &
  trap 'kill %1 2>/dev/null || true' EXIT
  # The limit that a hanging test of the build gets is none for a proof that goes on for half an hour.
  # What a killed instance has leased is free again after twenty seconds, and then the other one begins.
  run_tests "proof-$1" -Dcms.test.eventually.seconds=90 -Djunit.jupiter.execution.timeout.mode=disabled \
    -Dtest="cms.durability.$1" -Dcms.report="$report" "${@:2}"
  sleep 0.3 # for the last line to be shown
)
