import { options } from 'preact';

// What follows a drawing follows at once, as React does it after a key or a click: drafts are kept and listeners are there before the
// next key. Preact would wait for the next frame, which a hidden or closing page never has.
options.requestAnimationFrame = queueMicrotask;
