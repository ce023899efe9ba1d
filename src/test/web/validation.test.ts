import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import './page';

const { complaint } = await import('../../main/web/src/fields/rules');
const { fieldOf } = await import('../../main/web/src/replica/entries');

type Group = { about: string; fields?: Record<string, any>; cases?: { entry?: Record<string, unknown>; says: string[] }[] };
const FOLDER = 'src/test/resources/validation';

/** The form refuses nothing at once that the service would take: a text that cannot be sent is worse than one that is answered. */
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json')).sort()) {
  const groups: Group[] = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));
  for (const { about, fields, cases } of groups) {
    if (!fields || !cases) continue;
    test(`${file}: ${about}`, () => {
      for (const { entry, says } of cases) {
        for (const [name, field] of Object.entries(fields)) {
          const refuses = complaint(fieldOf(field), entry?.[name]);
          const isError = says.some((one) => one.startsWith(`error ${name}`));
          assert.ok(refuses === '' || isError, `${name} of ${JSON.stringify(entry)}: the page says "${refuses}", the service takes it`);
        }
      }
    });
  }
}
