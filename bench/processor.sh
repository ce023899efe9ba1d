# Sourced by measurements that count what a process takes of a core.

# busy <process>: how long it and its children have had a core, in milliseconds (clock ticks are a hundredth of a second)
busy() {
  local pid total=0
  for pid in "$1" $(pgrep -P "$1" || true); do
    total=$((total + $(awk '{ sub(/.*\) /, ""); print ($12 + $13) * 10 }' "/proc/$pid/stat")))
  done
  echo "$total"
}
