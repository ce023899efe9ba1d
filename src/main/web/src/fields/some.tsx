import { useState, type ReactNode } from 'react';
import { t } from '../words/all';

const AT_FIRST = 50;
const MORE = 100;

/** The first of many items, and the button that shows more of them; thousands at once would keep a page from answering. */
export function useSome<Item>(all: Item[]): [some: Item[], more: ReactNode, /** Shows at least so many. */ show: (count: number) => void] {
  const [shown, showMore] = useState(AT_FIRST);
  const left = all.length - shown;
  return [all.slice(0, shown), left > 0 && <div><button className="button" type="button" onClick={() => showMore(shown + MORE)}>{t('entry.showMore', { count: left })}</button></div>, (count) => showMore((before) => Math.max(before, count))];
}
