# A PostgreSQL server of its own: Debian's package (installed when missing), run by a user that is not root, with fsync
# on, on a port of its own, in a folder that goes away with the shell, in memory where there is room: hundreds of tests
# make a database each. Sourced by .ci/postgres and .ci/two-instances; sets
# TEST_DATABASE_URL, $work and $port.

. bin/again.sh
. bin/port.sh

find_server() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1; }
if [ -z "$(find_server)" ]; then
  [ "$(id -u)" = 0 ] || { echo "PostgreSQL is missing and only root can install it." >&2; exit 1; }
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] || echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
  install_packages postgresql-15 >&2
fi
bin=$(find_server)

as=()
room_in_memory() { [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')" -gt 10485760 ]; }
if room_in_memory; then work=$(mktemp -d -p /dev/shm cms-postgres.XXXXXX); else work=$(mktemp -d); fi
chmod 711 "$work"
if [ "$(id -u)" = 0 ]; then
  as=(runuser -u postgres --)
  chown postgres "$work"
fi
server() { (cd "$work" && ${as[@]+"${as[@]}"} "$bin/$1" "${@:2}"); }
trap 'server pg_ctl -D "$work/data" -m fast stop >/dev/null 2>&1 || true; rm -rf "$work"' EXIT

hold_port
server initdb -D "$work/data" -A trust -U postgres --data-checksums >/dev/null
begin() {
  server pg_ctl -D "$work/data" -w -t 300 -l "$work/log" \
    -o "-p $port -k $work -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=on -c autovacuum=off -c max_wal_size=1GB" start >/dev/null
}
begin

export TEST_DATABASE_URL=postgresql://postgres@127.0.0.1:$port/postgres
