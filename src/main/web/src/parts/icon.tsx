const PATHS = {
  home: 'M2.5 7.5 8 2.5l5.5 5v6h-4v-4h-3v4h-4z', list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01', page: 'M4 1.5h5.5L13 5v9.5H4zM9 2v3.5h3.5',
  one: 'M3 3h10v10H3zM5.5 6h5M5.5 9h3', words: 'M2.5 3.5h11M2.5 8h7M2.5 12.5h9', change: 'M4.5 5.5v5M4.5 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zm0 8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zm7-5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zm0 0c0 2-3 2-7 3',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 5v3.2l2 1.3', shape: 'M2.5 2.5h4.5v4.5H2.5zM9 9h4.5v4.5H9zM9 4.7h4.5M2.5 11.2H7', gear: 'M8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM8 1.8v1.6M8 12.6v1.6M1.8 8h1.6M12.6 8h1.6M3.6 3.6l1.2 1.2M11.2 11.2l1.2 1.2M12.4 3.6l-1.2 1.2M4.8 11.2l-1.2 1.2',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  check: 'm3 8.5 3.2 3.2L13 4.8', cross: 'm4 4 8 8M12 4l-8 8', plus: 'M8 3v10M3 8h10', down: 'm4 6.5 4 4 4-4', up: 'm4 9.5 4-4 4 4', search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zm3.3-1.2 3.2 3.2',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11', people: 'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM1.8 13.5c0-2.4 1.8-4 4.2-4s4.2 1.6 4.2 4M10.5 3.2a2.2 2.2 0 0 1 0 4.2M11.5 9.8c1.7.4 2.8 1.8 2.8 3.7',
  warn: 'M8 2 1.8 13.2h12.4zM8 6.5v3M8 11.3v.01', pen: 'm10.5 2.8 2.7 2.7-7.7 7.7-3.2.5.5-3.2z', archive: 'M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 8.5h3', bin: 'M3 4.5h10M6 4.5V3h4v1.5M4.2 4.5l.6 9h6.4l.6-9', eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 9.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2z',
  key: 'M9.8 9.2a3.2 3.2 0 1 0-3-3L2.5 10.5v3h3v-2h2v-2zM11 5v.01',
  inbox: 'M2.5 9.5h3l1 2h3l1-2h3M4 3h8l1.5 6.5v4h-11v-4z',
  send: 'M2.5 8 13.5 3l-3.5 10.5-2.5-4.2zM7.5 9.3 13.5 3',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1.2 1.5H2.8zM6.8 14.3h2.4', meter: 'M2.5 13V9M6.2 13V5M9.8 13V7.5M13.5 13V3',
  chat: 'M2.5 3h11v8h-6l-3 2.8V11h-2zM5 6h6M5 8.3h4',
  picture: 'M2.5 3h11v10h-11zM2.5 11l3.5-3.5 3 3 2-2 2.5 2.5M10.5 6v.01',
  open: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11z', grip: 'M6 4h.01M6 8h.01M6 12h.01M10 4h.01M10 8h.01M10 12h.01',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1', out: 'M6.5 2.5h-4v11h4M10 5l3 3-3 3M13 8H6', wait: 'M4 2.5h8M4 13.5h8M5 2.5c0 3 3 3.5 3 5.5s-3 2.5-3 5.5M11 2.5c0 3-3 3.5-3 5.5s3 2.5 3 5.5',
};
export type IconName = keyof typeof PATHS;

/** Decoration: what it means stands beside it in words, or in the name of its button. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <svg className={`icon ${className ?? ''}`} viewBox="0 0 16 16" aria-hidden="true"><path d={PATHS[name]} /></svg>;
}
