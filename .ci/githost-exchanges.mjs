// Holds every exchange of the client and the stand-in against the host's published OpenAPI description: the request's
// path, query and body, and the status and body of the answer. Usage: node exchanges.mjs <description> <folder of exchanges>
import { readdirSync, readFileSync } from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';

const description = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const lines = readdirSync(process.argv[3])
  .flatMap((name) => readFileSync(`${process.argv[3]}/${name}`, 'utf8').split('\n'))
  .filter(Boolean)
  .map((line) => JSON.parse(line));

// OpenAPI 3.0 says `nullable` where JSON Schema has a type `null`; ajv knows `nullable` only beside `type`.
function adapt(node) {
  if (Array.isArray(node)) return node.map(adapt);
  if (node === null || typeof node !== 'object') return node;
  const out = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'example' || key === 'examples') continue;
    out[key] = key === '$ref' ? value.replace('#/', 'host#/') : adapt(value);
  }
  if (node.nullable === true) {
    delete out.nullable;
    return { anyOf: [out, { type: 'null' }] };
  }
  return out;
}

const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: true });
addFormats(ajv);
ajv.addFormat('timestamp', true);
ajv.addFormat('repo.nwo', true);
ajv.addFormat('ip/cidr', true);
ajv.addSchema({ $id: 'host', components: adapt(description.components) });

const compiled = new Map();
function faults(schema, value) {
  const key = JSON.stringify(schema);
  if (!compiled.has(key)) compiled.set(key, ajv.compile(adapt(schema)));
  const check = compiled.get(key);
  return check(value) ? [] : check.errors.map((error) => `${error.instancePath || '/'} ${error.message}`);
}

function resolve(node) {
  let found = node;
  while (found && found.$ref) found = found.$ref.slice(2).split('/').reduce((at, part) => at[part], description);
  return found;
}

const operations = Object.entries(description.paths).map(([path, item]) => ({
  path,
  item,
  literal: path.split('/').filter((part) => part && !part.startsWith('{')).length,
  pattern: new RegExp('^' + path.replace(/\{[^}]+\}/g, '[^/]+') + '$'),
}));

let bad = 0;
const seen = new Set();
function report(exchange, what) {
  bad++;
  console.log(`${exchange.method} ${exchange.path} ${exchange.status}: ${what}`);
}

for (const exchange of lines) {
  const found = operations
    .filter((one) => one.pattern.test(exchange.path) && one.item[exchange.method.toLowerCase()])
    .sort((a, b) => b.literal - a.literal)[0];
  if (!found) {
    report(exchange, 'is no operation of the description');
    continue;
  }
  const operation = found.item[exchange.method.toLowerCase()];
  seen.add(`${exchange.method} ${found.path}`);
  const parameters = [...(found.item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
  for (const [name, text] of new URLSearchParams(exchange.query ?? '')) {
    const known = parameters.find((one) => one.in === 'query' && one.name === name);
    if (!known) report(exchange, `has the unknown query parameter ${name}`);
    else {
      const value = resolve(known.schema).type === 'integer' ? Number(text) : text;
      faults(known.schema, value).forEach((fault) => report(exchange, `query ${name}: ${fault}`));
    }
  }
  const body = resolve(operation.requestBody)?.content?.['application/json']?.schema;
  if (exchange.request !== undefined) {
    if (!body) report(exchange, 'sends a body that nobody reads');
    else {
      faults(body, exchange.request).forEach((fault) => report(exchange, `request ${fault}`));
      const members = resolve(body).properties;
      if (members)
        Object.keys(exchange.request)
          .filter((name) => !(name in members))
          .forEach((name) => report(exchange, `sends the unknown member ${name}`));
    }
  } else if (resolve(operation.requestBody)?.required) report(exchange, 'sends no body');
  const answer = resolve(operation.responses[String(exchange.status)]);
  if (!answer) {
    // These refusals are answered everywhere and not described at every operation; their shape is one.
    if (![401, 403, 404, 422].includes(exchange.status)) report(exchange, 'is a status that is not described');
    else faults({ $ref: '#/components/schemas/basic-error' }, exchange.answer).forEach((fault) => report(exchange, fault));
    continue;
  }
  const schema = answer.content?.['application/json']?.schema;
  if (schema) faults(schema, exchange.answer).forEach((fault) => report(exchange, `answer ${fault}`));
}
console.log([...seen].sort().join('\n'));
console.log(`${lines.length} exchanges of ${seen.size} operations, ${bad} against the description`);
process.exit(bad === 0 && lines.length > 50 ? 0 : 1);
