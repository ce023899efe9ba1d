import './page';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drawing } from '../../main/web/src/screens/entry/typing';

Object.assign(globalThis, { requestAnimationFrame: (does: () => void) => setTimeout(does), cancelAnimationFrame: (timer: number) => clearTimeout(timer) });

/** A form with one field that draws itself. */
function form() {
  const drawn: string[] = [];
  const drawing = new Drawing(() => drawn.push('form'));
  drawing.listen('title', () => drawn.push('title'));
  return { drawing, drawn };
}

test('a key draws its field at once and the form once afterwards', async () => {
  const { drawing, drawn } = form();
  drawing.field('title', false);
  drawing.field('title', false);
  assert.deepEqual(drawn, ['title', 'title']);
  while (drawn.length < 3) await new Promise(setImmediate);
  assert.deepEqual(drawn, ['title', 'title', 'form']);
});

test('what more than the field shows is drawn after the frame, however many keys follow', async () => {
  const { drawing, drawn } = form();
  const began = Date.now();
  drawing.field('title', true);
  while (!drawn.includes('form') && Date.now() - began < 5000) {
    await new Promise(setImmediate);
    if (!drawn.includes('form') && drawn.length === 1) drawing.field('title', false);
  }
  assert.deepEqual(drawn, ['title', 'title', 'form']);
});

test('a field that does not draw itself, or no longer, draws the form', () => {
  const { drawing, drawn } = form();
  drawing.field('nav.home', false);
  const leave = drawing.listen('title', () => drawn.push('another'));
  leave();
  drawing.field('title', false);
  assert.deepEqual(drawn, ['form', 'form']);
});

test('what waits to be drawn is drawn before something is done with it, and once', () => {
  const { drawing, drawn } = form();
  drawing.field('title', true);
  drawing.settle();
  drawing.settle();
  assert.deepEqual(drawn, ['title', 'form']);
});

test('a value that is put into the form before that was drawn is drawn by its field too', () => {
  const { drawing, drawn } = form();
  drawing.field('title', true);
  drawing.all();
  drawing.all();
  assert.deepEqual(drawn, ['title', 'title', 'form', 'form']);
});

test('a form that is gone is not drawn any more', async () => {
  const { drawing, drawn } = form();
  drawing.field('title', false);
  drawing.stop();
  drawing.settle();
  assert.deepEqual(drawn, ['title']);
});
