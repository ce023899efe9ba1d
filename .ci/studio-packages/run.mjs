// Walks every journey through the studio: node run.mjs <port> <work folder> <pictures folder> [journeys whose name begins with ...]
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, look, People } from './browser.mjs';
import { Cast } from './cast.mjs';
import { Pictures } from './pictures.mjs';
import { Service } from './service.mjs';

const [port, work, folder, ...wanted] = process.argv.slice(2);
const service = new Service(Number(port), join(work, 'data'), join(work, 'service.log'));
const pictures = new Pictures(folder);
const here = import.meta.dirname;
let failed = 0;

await service.start();
const browser = await launch();
const sessions = new Map();
const walked = [];
try {
  for (const file of readdirSync(join(here, 'journeys')).sort()) {
    const { default: journeys } = await import(join(here, 'journeys', file));
    for (const [name, journey] of Object.entries(journeys)) {
      if (wanted.length > 0 && !wanted.some((one) => name.startsWith(one))) continue;
      walked.push([name, journey]);
    }
  }
  let cast = null;
  for (const [name, journey] of walked) {
    const people = new People(browser, service, pictures, sessions);
    const began = Date.now();
    try {
      if (!journey.alone) cast ??= await Cast.meet(service);
      await journey({ service, cast, people, look: (page, step, options) => look(people, page, step, options) });
      if (people.complaints.length > 0) throw new Error(people.complaints.join('\n'));
      console.log(`ok ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (wrong) {
      failed++;
      console.log(`FAILED ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)\n${wrong.stack ?? wrong}\n${people.complaints.join('\n')}`);
      if (!service.isUp) await service.start();
      for (const [at, context] of people.contexts.entries()) for (const page of context.pages()) await pictures.take(page, `failed-${name.replace(/\W+/g, '-')}-${at}`).catch(() => {});
    }
    await people.close();
  }
} finally {
  pictures.write();
  await browser.close();
  await service.stop();
}
console.log(`${walked.length - failed} of ${walked.length} journeys, ${pictures.taken.length} pictures`);
process.exit(failed > 0 || walked.length === 0 ? 1 : 0);
