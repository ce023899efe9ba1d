// Adds the key that the kit does not send, and leaves everything else as it is but for its own address.
// Usage: node proxy.mjs <endpoint> <key>; prints its own address of the endpoint
import http from 'node:http';

const endpoint = new URL(process.argv[2]);
process.on('uncaughtException', () => {}); // a client that has gone
const server = http.createServer((request, response) => {
  const own = `:${server.address().port}`;
  const headers = { ...request.headers, authorization: `Bearer ${process.argv[3]}` };
  if (headers.host?.endsWith(own)) headers.host = endpoint.host;
  if (headers.origin?.endsWith(own)) headers.origin = endpoint.origin;
  const out = http.request(
    { host: endpoint.hostname, port: endpoint.port, method: request.method, path: endpoint.pathname, headers },
    (answer) => {
      answer.on('error', () => {});
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    },
  );
  response.on('close', () => out.destroy());
  out.on('error', () => response.destroy());
  request.pipe(out);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}${endpoint.pathname}`));
