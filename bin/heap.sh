# How large the heap of the service may become. Sourced by ./cms.

heap_bytes_there() { # prints what the machine has, or less where a cgroup allows less
  heap_there=$(sed -n 's/^MemTotal: *\([0-9]*\) kB$/\1/p' "${heap_meminfo:-/proc/meminfo}" 2>/dev/null || true)
  heap_there=$((${heap_there:-4194304} * 1024))
  for heap_file in ${heap_limits:-/sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes}; do
    heap_limit=$(cat "$heap_file" 2>/dev/null || true)
    case "$heap_limit" in
      '' | *[!0-9]*) ;;
      *) [ "${#heap_limit}" -gt 15 ] || [ "$heap_limit" -ge "$heap_there" ] || heap_there=$heap_limit ;;
    esac
  done
  echo "$heap_there"
}

heap_flag() { # prints the -Xmx that ./cms adds, or nothing where JDK_JAVA_OPTIONS has one
  case " ${JDK_JAVA_OPTIONS:-}" in *' -Xmx'* | *' -XX:MaxHeapSize='* | *' -XX:MaxRAMPercentage='*) return 0 ;; esac
  if [ -n "${CMS_HEAP:-}" ]; then
    heap_number=${CMS_HEAP%[mMgG]}
    case "$heap_number" in
      '' | "$CMS_HEAP" | 0* | *[!0-9]* | ???????*) heap_number=0 ;;
    esac
    case "$CMS_HEAP" in *[mM]) [ "$heap_number" -ge 64 ] || heap_number=0 ;; esac
    if [ "$heap_number" = 0 ]; then
      echo "CMS_HEAP is \"$CMS_HEAP\"; it must be a size such as 512m or 2g, and at least 64m." >&2
      return 2
    fi
    echo "-Xmx$CMS_HEAP"
    return 0
  fi
  heap_mib=$(($(heap_bytes_there) / 4 / 1048576))
  [ "$heap_mib" -ge 192 ] || heap_mib=192
  [ "$heap_mib" -le 1024 ] || heap_mib=1024
  echo "-Xmx${heap_mib}m"
}
