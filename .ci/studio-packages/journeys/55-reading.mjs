// What is read beside each other: long texts with what changed in them, pictures as pictures; and lists of texts as they are written.
import assert from 'node:assert/strict';
import { until } from '../service.mjs';
import { rowsIn } from '../stored.mjs';

const STOP = 'aa0d5e27c401';
const PIER = 'bb0d5e27c402';
/** A picture of one pixel in one colour. */
const pixel = (colour) => `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" viewBox="0 0 40 30"><rect width="40" height="30" fill="${colour}"/></svg>`;

/** Pictures that cannot be read at first, and can be by the time the page hears of news. */
async function picturesComeLater(page) {
  let refused = 0;
  let isThere = false;
  let begin;
  const begins = new Promise((go) => { begin = go; });
  await page.route('**/events', async (route) => {
    await begins;
    await route.continue();
  });
  await page.route(/\/preview\?variant=/, (route) => {
    if (isThere) return route.continue();
    refused++;
    return route.fulfill({ status: 503 });
  });
  return async () => {
    await until('both pictures are refused', async () => refused >= 2 && (await page.locator('.pair img').count()) === 0);
    isThere = true;
    begin();
  };
}

/** A comma in fifteen hundred words is found at once, a picture stands beside the one before it, and texts of a list keep their commas and change where they stand. */
async function readBeside({ service, cast, people, look }) {
  const project = await cast.project('reading');
  await project.call('PUT', '/models/piers', { name: 'Piers', kind: 'collection', domain: 'site', i18n: true, fields: { title: { type: 'string', required: true } } });
  await project.call('PUT', '/models/stops', { name: 'Stops', kind: 'collection', domain: 'site', i18n: false, fields: {
    title: { type: 'string', required: true, order: 1 }, story: { type: 'markdown', order: 2 }, photo: { type: 'image', order: 3 }, tips: { type: 'array', items: 'string', order: 4 }, pier: { type: 'relation', model: 'piers', order: 5 },
  } });
  await project.call('POST', '/content/piers', { locale: 'de', data: { [PIER]: { title: 'Alte Mole' } } });
  const upload = async (colour) => {
    const form = new FormData();
    form.append('file', new Blob([pixel(colour)], { type: 'image/svg+xml' }), `${colour}.svg`);
    const answer = await fetch(`${service.url}${project.P}/media`, { method: 'POST', headers: { Authorization: `Bearer ${cast.ada.token}` }, body: form });
    assert.equal(answer.status, 201, await answer.clone().text());
    return (await answer.json()).originalPath;
  };
  const [before, after] = [await upload('teal'), await upload('orange')];
  const story = Array.from({ length: 1500 }, (_, at) => `word${at}`).join(' ');
  const write = (data) => project.call('POST', '/content/stops', { data: { [STOP]: data } }, 'bo');
  await write({ title: 'Harbour', story, photo: before, tips: ['Quiet', 'Late'] });
  await project.call('PATCH', '/config', { workflow: 'review' });
  const { branches: [settings] } = await project.call('GET', '/branches');
  if (settings) await project.call('POST', `/branches/${encodeURIComponent(settings.name)}/merge`, {});
  await write({ story: story.replace('word700', 'word700,'), photo: after });
  const { branches } = await project.call('GET', '/branches');
  const change = branches.find((one) => one.name.includes('/stops'));
  const cy = await people.open('cy');
  const isThere = await picturesComeLater(cy);
  await cy.goto(project.place + '/changes/' + encodeURIComponent(change.name));
  await isThere();
  await cy.getByRole('region', { name: 'Harbour' }).last().waitFor();
  await until('both pictures are drawn', () => cy.locator('.pair img').evaluateAll((all) => all.length === 2 && all.every((one) => one.complete && one.naturalWidth > 0)));
  assert.deepEqual(await cy.locator('.difference ins').allTextContents(), [','], 'the comma alone is marked');
  assert.equal(await cy.getByText('word300 ').count(), 0, 'what stayed is folded');
  await look(cy, 'change-read');
  await cy.getByRole('button', { name: /characters that stayed/ }).first().click();
  await cy.getByText('word300 ').waitFor();

  await project.call('POST', '/content/stops', { data: { [STOP]: { story: story.replace('word700', 'word700;') } } });
  const merge = async () => {
    for (const one of (await project.call('GET', '/branches')).branches.filter((one) => one.name !== change.name)) await project.call('POST', `/branches/${encodeURIComponent(one.name)}/merge`, {});
  };
  await merge();
  await cy.reload();
  const decision = cy.getByRole('region', { name: 'Decisions' }).getByRole('radiogroup', { name: /Story$/ });
  await decision.waitFor();
  assert.deepEqual(await decision.locator('mark').allTextContents(), [';', ','], 'each side shows what is its own');
  assert.equal(await decision.getByText('word300 ').count(), 0);
  await look(cy, 'change-decides-long', { schemes: ['light'] });
  await decision.getByRole('button', { name: 'Whole texts' }).click();
  await decision.getByText('word300 ').first().waitFor();

  const ada = await people.open('ada');
  await ada.goto(`${project.place}/c/stops/${STOP}`);
  await until('the form shows the picture', () => ada.locator('.field img').evaluateAll((all) => all.length === 1 && all[0].naturalWidth > 0));
  const tips = ada.getByRole('group', { name: 'Tips' });
  await tips.getByRole('textbox', { name: 'Add to Tips' }).fill('Bring water, food');
  await ada.keyboard.press('Enter');
  await tips.getByRole('textbox', { name: 'Add to Tips' }).fill('Half a text');
  await ada.reload(); // what is typed and not added is kept as what is
  await tips.getByRole('button', { name: 'Change Half a text' }).click();
  await ada.keyboard.press('Escape');
  await until('the focus stays where a text was', () => ada.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Change Half a text'));
  await tips.getByRole('button', { name: 'Change Quiet' }).click();
  await ada.keyboard.press('End');
  await ada.keyboard.type(' place');
  await look(ada, 'entry-tags', { schemes: ['light'] });
  await ada.keyboard.press('Control+s');
  const stored = async () => (await project.call('GET', '/brain/sync')).content['stops:en'][STOP].tips;
  await ada.getByRole('button', { name: 'Save and ask for review' }).waitFor();
  await ada.getByRole('status').filter({ hasText: 'Waiting for review' }).first().waitFor();
  await merge();
  assert.deepEqual(await stored(), ['Quiet place', 'Late', 'Bring water, food', 'Half a text']);
  await tips.getByRole('textbox', { name: 'Add to Tips' }).fill('Whoever arrives after ten finds the door at the side of the house, not in front of it.');
  await ada.keyboard.press('Enter');
  await tips.getByRole('textbox', { name: 'Tips 5' }).waitFor();
  await look(ada, 'entry-rows', { schemes: ['dark'] });
  await ada.getByRole('combobox', { name: 'Find an entry for Pier', exact: true }).fill('Mole');
  await ada.keyboard.press('Enter');
  await ada.getByRole('link', { name: 'Alte Mole' }).waitFor(); // in no language but another one

  await ada.goto(project.place + '/c/stops');
  await ada.getByRole('searchbox', { name: 'Filter entries' }).fill('"water, food"');
  await ada.getByRole('row', { name: /Harbour/ }).waitFor();
  await ada.getByRole('searchbox', { name: 'Filter entries' }).fill('word1500');
  await ada.getByText('Nothing fits this filter').waitFor();

  await ada.goto(project.place + '/settings');
  await ada.getByRole('button', { name: 'Disconnect the project', exact: true }).click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByText(/^From here go 3 members, \d keys?,? and \d open changes?\.$/).waitFor();
  await dialog.getByText('1 draft on this device is not saved, and goes, too.').waitFor();
  await look(ada, 'project-end', { schemes: ['light'] });
  await dialog.getByRole('button', { name: 'Disconnect the project', exact: true }).click();
  await ada.waitForURL((url) => /^\/w\/[^/]+$/.test(url.pathname));
  await until('nothing of it is left in this browser', async () => [...(await rowsIn(ada, 'drafts')), ...(await rowsIn(ada, 'snapshots'))].length === 0);
}

export default { 'long texts, pictures and lists of texts are read beside each other': readBeside };
