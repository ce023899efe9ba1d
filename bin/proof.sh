# Runs one proof of cms.durability and shows its lines while they come. Sourced by bin/crash-loop and .ci/faults.

prove() ( # prove <class> [-Dname=value ...]
  report=$PWD/target/proof/$1-$$.txt
  mkdir -p "${report%/*}"
  : >"$report"
  tail -n +1 -f "$report" &
  trap 'kill %1 2>/dev/null || true' EXIT
  ./mvnw -B -ntp -q test -Dtest="cms.durability.$1" -Dcms.report="$report" "${@:2}"
  sleep 0.3 # for the last line to be shown
)
