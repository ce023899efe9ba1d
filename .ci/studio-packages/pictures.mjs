// Pictures of every step and the page that shows them all.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class Pictures {
  constructor(folder) {
    this.folder = folder;
    this.parts = [];
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  /** Those of one journey; journeys are walked side by side and shown one after another. */
  of(journey) {
    const names = (this.parts[journey] = []);
    return {
      take: async (page, name) => {
        // By the browser's own call, which is asked to be quick and not small; nothing moves while motion is reduced.
        const browser = await page.context().newCDPSession(page);
        const { data } = await browser.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
        await browser.detach();
        writeFileSync(join(this.folder, name + '.png'), data, 'base64');
        names.push(name);
      },
    };
  }

  get taken() {
    return this.parts.flat();
  }

  /** One row a step: both widths, both themes. */
  write() {
    const steps = Map.groupBy(this.taken, (name) => name.replace(/-\d+-(light|dark)$/, ''));
    const rows = [...steps].map(([step, names]) => `<h2>${step}</h2><div>${names.map((name) => `<a href="${name}.png"><img src="${name}.png" alt="${name}" loading="lazy"></a>`).join('')}</div>`);
    writeFileSync(join(this.folder, 'index.html'), `<!doctype html><meta charset="utf-8"><title>The studio</title>
<style>body{font:14px system-ui;margin:24px;background:#888}div{display:flex;gap:12px;align-items:start;overflow-x:auto}img{height:480px;border:1px solid #0004}</style>
<h1>The studio, step by step</h1>${rows.join('\n')}\n`);
  }
}
