# What comes over a network may fail once without a reason that lasts. Sourced by the parts of .ci that fetch something.

again() { # runs a command until it succeeds, three times at most
  "$@" || { sleep 3 && "$@"; } || { sleep 15 && "$@"; }
}

npm_ci() { # installs in the current folder what package-lock.json says, and nothing that runs on the way
  again npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=4 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=8000
}

# install_packages <Debian package ...>: one installation at a time, waiting for whoever else installs; no package starts a
# daemon of its own: they are only wanted as programs.
install_packages() (
  local policy=/usr/sbin/policy-rc.d
  exec 9>"${TMPDIR:-/tmp}/cms-packages.lock"
  flock 9
  if [ ! -e $policy ]; then
    trap "rm -f $policy" EXIT
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod +x $policy
  fi
  export DEBIAN_FRONTEND=noninteractive
  again apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 update &&
    again apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 install -y --no-install-recommends "$@" 9>&-
)
