import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { german, SAID } from '../../main/web/src/words/said.de';

const CASES = 'src/test/resources/validation';
/** Where the service writes what it says of entries, models and the state of a project. */
const SOURCES = ['src/main/java/cms/content/check', 'src/main/java/cms/format/DefinitionParser.java', 'src/main/java/cms/format/ProjectConfig.java', 'src/main/java/cms/content/snapshot/StyleWarnings.java', 'src/main/java/cms/content/health/ParkedPush.java', 'src/main/java/cms/content/ProjectContent.java', 'src/main/java/cms/content/health/LeftAlone.java', 'src/main/java/cms/content/health/StrayFolders.java'];

test('every finding of the cases of validation is said in German', () => {
  const unsaid = new Set<string>();
  for (const file of readdirSync(CASES).filter((name) => name.endsWith('.json'))) {
    for (const { cases } of JSON.parse(readFileSync(`${CASES}/${file}`, 'utf8')) as { cases?: { says: string[] }[] }[]) {
      for (const line of (cases ?? []).flatMap((one) => one.says)) {
        const message = line.slice(line.indexOf(': ') + 2);
        if (german(message) === null) unsaid.add(message);
      }
    }
  }
  assert.deepEqual([...unsaid], []);
});

test('every sentence that the service begins about content has German words', () => {
  const unsaid: string[] = [];
  const files = SOURCES.flatMap((place) => (place.endsWith('.java') ? [place] : readdirSync(place).map((name) => `${place}/${name}`)));
  for (const file of files) {
    for (const [, literal] of readFileSync(file, 'utf8').matchAll(/^(?!\s*(?:\*|\/)).*?"([A-Z][a-z]*(?: [\w-]+)+[^"]*)"/gm)) {
      const begun = literal!.replace(/'$/, '');
      const isBegun = SAID.some(([english]) => english.startsWith(begun) || (english.includes('{') && begun.startsWith(english.slice(0, english.indexOf('{'))) && english.indexOf('{') > 10));
      if (literal!.endsWith('.') ? german(literal!) === null : !isBegun) unsaid.push(`${file}: ${literal}`);
    }
  }
  assert.deepEqual(unsaid, []);
});

test('variable parts stay as they are, words among them are German', () => {
  assert.equal(german("The value must be unique, but the entry '0a8d' has it too."), "Der Wert darf nur einmal vorkommen, aber der Eintrag '0a8d' hat ihn auch.");
  assert.equal(german('The number of characters must be at least 3.'), 'Die Zahl der Zeichen muss mindestens 3 sein.');
  assert.equal(german('The value must be a list.'), 'Der Wert muss eine Liste sein.');
  assert.equal(german('Nobody has ever said this.'), null);
});

test('no German sentence has a part that its English one lacks', () => {
  for (const [english, word] of SAID) for (const [part] of word.matchAll(/\{\w+\}/g)) assert.ok(english.includes(part), `${part} of "${word}"`);
});
