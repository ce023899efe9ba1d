// Verifies each recorded event with the library of Standard Webhooks, and that a changed byte is noticed.
// Usage: node verify.mjs <events.json>
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';

const { secret, events } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const verifier = new Webhook(secret);
for (const { body, headers } of events) {
  const event = verifier.verify(body, headers);
  for (const [changed, how] of [[body.replace('"data"', '"dats"'), headers], [body, { ...headers, 'webhook-id': headers['webhook-id'] + '0' }]]) {
    try {
      verifier.verify(changed, how);
    } catch {
      continue;
    }
    throw new Error(`a changed ${event.event} was taken`);
  }
}
const names = new Set(events.map(({ body }) => JSON.parse(body).event));
if (names.size < 9) throw new Error('only these were recorded: ' + [...names].join(', '));
console.log(`${events.length} events of ${names.size} kinds verified`);
