import { options } from 'preact';

// What follows a drawing follows at once, as React does it after a key or a click: drafts are kept and listeners are there before the
// next key. Preact would wait for the next frame, which a hidden or closing page never has.
options.requestAnimationFrame = queueMicrotask;

// A row that moves within its list keeps the focus where the browser can move it. Elsewhere it is taken out and put in again, which takes
// the focus from whatever has it there: it is given back.
Element.prototype.moveBefore ??= function (this: Element, moved: Node, before: Node | null): void {
  const on = document.activeElement;
  this.insertBefore(moved, before);
  if (on instanceof HTMLElement && moved.contains(on)) on.focus({ preventScroll: true });
};
