// What a module of the studio expects of a page while it is loaded, where there is none.
Object.assign(globalThis, { window: { addEventListener: () => {} }, document: { documentElement: {}, addEventListener: () => {} }, localStorage: { getItem: () => null } });
