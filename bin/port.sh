# A port of this machine for a server that has to be told where to listen, and may end and come back there. Sourced.

# Sets $port, which a process that ends with this shell holds. The port stays bound and nobody listens yet: Linux
# lets a server that names it listen there too (both set SO_REUSEADDR), and gives it to nobody who asks for any free
# port. One that was only looked for is often somebody's connection a moment later.
hold_port() {
  local out
  exec {out}< <(exec python3 -c '
import os, socket, time
shell = os.getppid()
holder = socket.socket()
holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
holder.bind(("127.0.0.1", 0))
print(holder.getsockname()[1], flush=True)
os.close(1)
while os.getppid() == shell:
    time.sleep(0.5)
' 2>/dev/null)
  read -r port <&"$out"
  exec {out}<&-
}
