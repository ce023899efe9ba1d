# nginx as the measurements stand beside it: one process in the foreground, its files in $work/nginx. Sourced.

# nginx_conf <on | off: sendfile> <types>: writes $work/nginx.conf, with the servers that it reads
nginx_conf() {
  local servers
  servers=$(cat)
  cat >"$work/nginx.conf" <<CONF
worker_processes 1;
daemon off;
pid $work/nginx/pid;
error_log $work/nginx/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile $1; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100;
  types { $2 }
  client_body_temp_path $work/nginx; proxy_temp_path $work/nginx; fastcgi_temp_path $work/nginx;
  uwsgi_temp_path $work/nginx; scgi_temp_path $work/nginx;
$servers
}
CONF
}
