const PREFIX = 'list ';

/** How somebody looks at the lists of this browser: columns and saved views. Nothing secret, and nothing of the content. */
export function kept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function keepThis(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing shows the list as it comes
  }
}

/** What stays when somebody signs out is how she looks at lists, by her id; what else is kept here begins so. */
export const OF_CONTENT = 'snapshot ';

export function forgetKept(only: string): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX + only)) localStorage.removeItem(name);
  } catch {
    // nothing was kept
  }
}

/** The theme that a person has chosen, here or on another computer; it stands before the next page is drawn. */
export function showTheme(theme: 'light' | 'dark' | 'system'): void {
  document.documentElement.className = theme === 'system' ? '' : theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // a browser that keeps nothing takes it from the account each time
  }
}
