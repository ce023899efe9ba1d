/** Whoever did something goes on from the control that she did it with, which may have been switched off meanwhile, or from what stands in its place by then; where that is gone, from the heading of the page. Who has gone elsewhere meanwhile stays there. */
export const focusStays = (from: Element | null | (() => Element | null) = null): void => void requestAnimationFrame(() => requestAnimationFrame(() => {
  for (const next of [typeof from === 'function' ? from() : from, document.querySelector('main h1')]) if (document.activeElement === document.body && next instanceof HTMLElement) next.focus({ preventScroll: true });
}));
