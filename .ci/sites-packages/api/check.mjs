// The OpenAPI of a project is valid, and what it says of each path is what the service delivers there.
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv from 'ajv/dist/2020.js';

const [file, url, key, slug] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, 'utf8'));
const verdict = await new Validator().validate(structuredClone(document));
if (!verdict.valid) throw new Error(`not OpenAPI: ${JSON.stringify(verdict.errors)}`);

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addSchema(document, 'project');
const names = { locale: 'en', slug };
let read = 0;
for (const path of Object.keys(document.paths)) {
  const answer = await fetch(url + document.servers[0].url + path.replace(/\{(\w+)\}/g, (_, name) => names[name]), {
    headers: { Authorization: `Bearer ${key}` },
  });
  if (answer.status !== 200) throw new Error(`${path} is ${answer.status}`);
  const pointer = path.replaceAll('~', '~0').replaceAll('/', '~1');
  const holds = ajv.compile({
    $ref: `project#/paths/${encodeURIComponent(pointer)}/get/responses/200/content/application~1json/schema`,
  });
  if (!holds(await answer.json())) throw new Error(`${path}: ${ajv.errorsText(holds.errors)}`);
  read++;
}
console.log(`${read} paths hold what the OpenAPI of the project says`);
