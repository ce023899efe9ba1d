// Walks every journey through the studio: node run.mjs <ports> <work folder> <pictures folder> [journeys whose name begins with ...]
// Each port has a service of its own, so that journeys of two of them are walked side by side and one may kill its service.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, look, People } from './browser.mjs';
import { Cast } from './cast.mjs';
import { Pictures } from './pictures.mjs';
import { Service } from './service.mjs';

const [ports, work, folder, ...wanted] = process.argv.slice(2);
const pictures = new Pictures(folder);
const here = import.meta.dirname;
const walked = [];
for (const file of readdirSync(join(here, 'journeys')).sort()) {
  const { default: journeys } = await import(join(here, 'journeys', file));
  for (const [name, journey] of Object.entries(journeys)) if (wanted.length === 0 || wanted.some((one) => name.startsWith(one))) walked.push([name, journey]);
}

let failed = 0;
/** So long the people of a service may go on with one sign-in, in milliseconds: a token lasts an hour. */
const SIGNED_IN = 40 * 60_000;
/** What is said of a request that was under way when its page was closed: the handler that had passed it on has nobody to tell. */
const CLOSED = /has been closed|Request context disposed|Response has been disposed/;
let unheard = 0;
process.on('unhandledRejection', (wrong) => {
  if (CLOSED.test(wrong?.message ?? '')) return;
  unheard++; // no journey waited for it, and it says nothing of whether those that are walked now pass
  console.log(`FAILED beside the journeys\n${wrong?.stack ?? wrong}`);
});
const seconds = (began) => ((Date.now() - began) / 1000).toFixed(1) + ' s';
const browser = await launch();
const left = walked.map((one, at) => [...one, pictures.of(at)]);

/** A journey that waits for ever fails, and those after it are walked; the longest takes a minute. */
const JOURNEY_MAX = 10 * 60_000;
function inTime(journey) {
  let timer;
  const late = new Promise((_over, fail) => { timer = setTimeout(() => fail(new Error('not over after ten minutes')), JOURNEY_MAX); });
  return Promise.race([journey, late]).finally(() => clearTimeout(timer));
}

/** Walks what nobody else has begun, with people who are known to one service only. */
async function walk(port) {
  const service = new Service(Number(port), join(work, 'data-' + port), join(work, `service-${port}.log`));
  const sessions = new Map();
  let cast = null;
  const starts = service.start();
  starts.catch(() => {}); // told of by the journey that waits for it; where none is left for this walker it is stopped meanwhile
  try {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, journey, shots] = next;
      await starts;
      const people = new People(browser, service, shots, sessions);
      const began = Date.now();
      try {
        if (!journey.alone) cast ??= await Cast.meet(service);
        if (cast && Date.now() - cast.met > SIGNED_IN) {
          sessions.clear();
          await cast.signIn();
        }
        await inTime(journey({ service, cast, people, look: (page, step, options) => look(people, page, step, options) }));
        if (people.complaints.length > 0) throw new Error(people.complaints.join('\n'));
        console.log(`ok ${name} (${seconds(began)})`);
      } catch (wrong) {
        failed++;
        console.log(`FAILED ${name} (${seconds(began)})\n${wrong.stack ?? wrong}\n${people.complaints.join('\n')}`);
        if (!service.isUp) await service.start();
        for (const [at, context] of people.contexts.entries()) for (const page of context.pages()) await shots.take(page, `failed-${name.replace(/\W+/g, '-')}-${at}`).catch(() => {});
      }
      await people.close();
    }
  } finally {
    await service.stop();
  }
}

try {
  await Promise.all(ports.split(',').map(walk));
} finally {
  pictures.write();
  await browser.close();
}
console.log(`${walked.length - failed} of ${walked.length} journeys, ${pictures.taken.length} pictures`);
process.exit(failed > 0 || unheard > 0 || walked.length === 0 ? 1 : 0);
