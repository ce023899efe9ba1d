// Who is where: faces in the list and beside an entry, in each window, until they go.
import assert from 'node:assert/strict';

const POST = '0a8d5e27c419';
/** Who stays says so again after twenty seconds, and not before these, however late this process hears of the first; in milliseconds. */
const AGAIN = 5000;

/** bo sees in the list that ada has an entry open, also in a window that he opens later; in the entry they see each other, until she goes. */
async function whoIsHere({ cast, people, look }) {
  const project = await cast.project('presence');
  const entry = `${project.place}/c/posts/${POST}`;
  const [ada, bo] = [await people.open('ada'), await people.open('bo')];
  const isHere = (page) => page.getByRole('gridcell', { name: /, ada is here$/ }).waitFor();
  await bo.goto(project.place + '/c/posts');
  await bo.getByRole('grid', { name: 'Entries' }).waitFor();
  await ada.goto(entry);
  await isHere(bo);
  await look(bo, 'list-with-people');
  const later = await bo.context().newPage();
  people.watch(later, 'bo');
  await later.goto(project.place + '/c/posts');
  await isHere(later);
  await later.close();

  const told = [];
  bo.on('request', (request) => new URL(request.url()).pathname.endsWith('/presence') && told.push(Date.now()));
  await bo.goto(entry);
  await bo.getByText('ada is here').waitFor();
  await ada.getByText('bo is here').waitFor();
  assert.ok(told.length > 0);
  assert.deepEqual(told.filter((at, nth) => nth > 0 && at - told[nth - 1] < AGAIN), [], 'it is told once, and again after a while');
  await look(bo, 'entry-with-people');
  await ada.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'History' }).click();
  await bo.getByText('ada is here').waitFor({ state: 'detached' });
  const title = bo.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Nobody was kept from it');
  await bo.getByRole('button', { name: 'Save', exact: true }).click();
  await bo.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
}

export default { 'who is in an entry': whoIsHere };
