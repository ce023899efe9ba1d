/** Whoever did something goes on from the control that she did it with, which may have been switched off meanwhile; where that is gone, from the heading of the page. */
export const focusStays = (from: Element | null = null): void => void requestAnimationFrame(() => requestAnimationFrame(() => {
  for (const next of [from, document.querySelector('main h1')]) if (document.activeElement === document.body && next instanceof HTMLElement) next.focus({ preventScroll: true });
}));
