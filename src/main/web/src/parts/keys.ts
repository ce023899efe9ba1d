const OFF = 'keys-off';

/** Single letters can be switched off for who speaks to the computer (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    return true;
  }
}

export function switchKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, '1');
  } catch {
    // a browser that keeps nothing has them on
  }
}

/** The key of an event that means a command: empty inside of fields and dialogs, with a modifier, or when switched off. */
export function commandOf(event: KeyboardEvent): string {
  const inside = (event.target as HTMLElement).closest?.('input, textarea, select, dialog, [contenteditable]');
  return inside || event.metaKey || event.ctrlKey || event.altKey || event.isComposing || !areKeysOn() ? '' : event.key;
}
