/** Whoever did something with a control that is gone now goes on from the heading of the page. */
export const focusStays = (): void => void requestAnimationFrame(() => requestAnimationFrame(() => {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}));
