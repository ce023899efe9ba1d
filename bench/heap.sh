#!/usr/bin/env bash
# What a day's work needs of memory: bench/heap.sh [heap], 96m without. A first call, 1,000 entries in one save, 200 saves of
# eight writers at once, 300 reads of what is delivered; then what was resident at the most. Ends with 1 when a request failed.
set -euo pipefail

# shellcheck source=bench/service.sh
. "$(dirname "${BASH_SOURCE[0]}")/service.sh"
cd "$project"
. bin/documents.sh
home=$work

start_service CMS_HEAP="${1:-96m}"
{
  block README.md 1 | sed "s|http://localhost:4000|$url|"
  echo "declare -p url token project p key >'$home/left'"
} >"$home/first-call"
bash "$home/first-call" >"$home/answers" 2>&1
. "$home/left"
python3 - "$url" "$p" "$project" "$token" "$key" <<'END' || { tail -n 3 "$home/log" >&2; exit 1; }
import concurrent.futures, json, sys, urllib.request
url, p, project, token, key = sys.argv[1:]

def call(method, path, body=None, bearer=token):
    headers = {'Authorization': 'Bearer ' + bearer, 'Content-Type': 'application/json'}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url + path, data, headers, method=method), timeout=120) as answer:
        return answer.read()

ids = [f'e{n:05}' for n in range(1000)]
save = lambda data: call('POST', p + '/content/posts', {'locale': 'en', 'data': data})
save({one: {'title': one, 'body': 'Some text. ' * 50} for one in ids})
call('PATCH', p + '/content/posts/status', {'locale': 'en', 'entryIds': ids, 'status': 'published'})
with concurrent.futures.ThreadPoolExecutor(8) as writers:
    list(writers.map(lambda n: save({f's{n:05}': {'title': f'Single {n}'}}), range(200)))
call('POST', p + '/cdn/builds/trigger', {})
with concurrent.futures.ThreadPoolExecutor(8) as readers:
    list(readers.map(lambda n: call('GET', f'/api/cdn/v1/{project}/content/posts/en.json', bearer=key), range(300)))
END
echo "a heap of ${1:-96m} did it, $(awk '/^VmHWM/ { printf "%d", $2 / 1024 }' "/proc/$service/status") MB resident at the most"
