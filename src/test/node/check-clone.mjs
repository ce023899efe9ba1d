// Reads a clone of a project with the JSON and the YAML of another language, and checks what the service promises of
// its files: canonical form, one meta an entry, values that fit their model, statistics that are true, and a snapshot
// that says what the files say. Usage: node check-clone.mjs <folder of the clone>; needs the npm package "yaml".

import { readFileSync, readdirSync, statSync, existsSync } from "node:fs";
import { join, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import YAML from "yaml";

const root = process.argv[2];
const findings = [];
let checks = 0;

function check(holds, ...words) {
  checks++;
  if (!holds) findings.push(words.map((w) => (typeof w === "string" ? w : JSON.stringify(w))).join(" "));
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

function hasNull(value) {
  if (value === null || typeof value !== "object") return false;
  return Object.values(value).some((v) => (v === null && !Array.isArray(value)) || hasNull(v));
}

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

const read = new Map();
for (const path of files(join(root, ".cms"))) {
  const name = relative(root, path);
  const text = readFileSync(path, "utf8");
  check(!text.includes("\ufffd"), name, "is not UTF-8");
  if (name.endsWith(".json")) {
    const value = JSON.parse(text);
    // An object of this language puts keys that look like numbers first, so such a file cannot be compared as text.
    const numeric = /^\s*"\d{1,10}":/m.test(text);
    check(numeric || text === JSON.stringify(sorted(value), null, 2) + "\n", name, "is not canonical");
    check(!hasNull(value), name, "holds a null");
    read.set(name, value);
  } else if (name.endsWith(".md")) {
    const parts = /^---\n([\s\S]*?)^---\n([\s\S]*)$/m.exec(text);
    check(parts !== null, name, "has no frontmatter");
    const body = parts[2].replace(/^\n/, "").replace(/\n$/, "");
    read.set(name, { frontmatter: YAML.parse(parts[1], { schema: "core" }), body });
  }
}

const config = read.get(".cms/config.json");
const snapshot = JSON.parse(readFileSync(join(root, "snapshot.json"), "utf8"));
const health = JSON.parse(readFileSync(join(root, "health.json"), "utf8"));
const models = [...read].filter(([name]) => name.startsWith(".cms/models/")).map(([, model]) => model);
const statuses = ["draft", "in_review", "published", "rejected", "archived"];
const sources = ["agent", "human", "import"];
let entriesInAll = 0;

function localesOf(model) {
  return model.i18n ? config.locales.supported : ["data"];
}

function checkMeta(where, meta) {
  check(meta !== undefined, where, "has no meta");
  if (meta === undefined) return;
  check(statuses.includes(meta.status), where, "has the status", meta.status);
  check(sources.includes(meta.source), where, "has the source", meta.source);
  check(typeof meta.updated_by === "string", where, "has no updated_by");
  check(!meta.publish_at || !meta.expire_at || Date.parse(meta.publish_at) < Date.parse(meta.expire_at), where, "ends early");
}

const types = {
  string: (v) => typeof v === "string",
  text: (v) => typeof v === "string",
  markdown: (v) => typeof v === "string",
  email: (v) => /^[^\s@]+@[^\s@]+$/.test(v),
  url: (v) => typeof v === "string" && v.length > 0,
  boolean: (v) => typeof v === "boolean",
  integer: (v) => Number.isInteger(v),
  date: (v) => /^\d{4}-\d{2}-\d{2}$/.test(v) && !Number.isNaN(Date.parse(v)),
  select: (v, field) => field.options.includes(v),
  color: (v) => /^#[0-9a-f]{3,8}$/i.test(v),
  array: (v) => Array.isArray(v),
  relation: (v) => typeof v === "string",
  relations: (v) => Array.isArray(v) && v.every((id) => typeof id === "string"),
  image: (v) => typeof v === "string",
};

// A relation finds its target in the same locale, then in the default one.
function idsOf(id, locale) {
  const model = models.find((m) => m.id === id);
  const places = model.i18n ? [locale, config.locales.default] : ["data"];
  return new Set(places.flatMap((place) => Object.keys(entriesOf(model, place))));
}

function entriesOf(model, locale) {
  return read.get(`.cms/content/${model.domain}/${model.id}/${locale}.json`) ?? {};
}

// The target of a relation may have been deleted since; then, and only then, the health of the project names the field.
const dangling = new Set();

function checkRelation(model, locale, name, field, value) {
  const gone = [value].flat().filter((id) => !idsOf(field.model, locale).has(id));
  if (gone.length > 0) dangling.add(`${model.id} ${name}`);
}

function brokenOf(health) {
  const broken = health.warnings.filter((item) => item.type === "relation_integrity_broken");
  return new Set(broken.map((item) => `${item.modelId} ${item.field.replace(/\[.*$/, "")}`));
}

function checkEntry(where, model, locale, entry) {
  for (const [name, field] of Object.entries(model.fields ?? {})) {
    const value = entry[name];
    check(!field.required || (value !== undefined && value !== ""), where, name, "is required");
    if (value === undefined) continue;
    check(types[field.type]?.(value, field), where, name, "is no", field.type, value);
    if (field.type.startsWith("relation")) checkRelation(model, locale, name, field, value);
    check(field.default === undefined || !isDeepStrictEqual(value, field.default), where, name, "is written though default");
    const size = typeof value === "number" ? value : value.length;
    check(field.max === undefined || size <= field.max, where, name, "is above", field.max);
    check(field.min === undefined || size >= field.min, where, name, "is below", field.min);
  }
}

function inSnapshot(model, locale) {
  return snapshot.content[`${model.id}:${locale === "data" ? config.locales.default : locale}`];
}

for (const model of models) {
  check(read.has(`.cms/models/${model.id}.json`), "the file of", model.id, "has another name");
  check(config.domains.includes(model.domain), model.id, "is in an unknown domain");
  if (model.kind === "document") continue;
  for (const locale of localesOf(model)) {
    const where = `${model.id}/${locale}`;
    const content = read.get(`.cms/content/${model.domain}/${model.id}/${locale}.json`);
    const meta = read.get(`.cms/meta/${model.id}/${locale}.json`);
    if (content === undefined) {
      check(!meta || model.kind !== "collection" || Object.keys(meta).length === 0, where, "has meta without content");
      continue;
    }
    check(isDeepStrictEqual(inSnapshot(model, locale), content), where, "differs in the snapshot");
    if (model.kind === "collection") {
      entriesInAll += Object.keys(content).length;
      for (const [id, entry] of Object.entries(content)) {
        checkMeta(`${where}/${id}`, meta?.[id]);
        checkEntry(`${where}/${id}`, model, locale, entry);
      }
      for (const id of Object.keys(meta ?? {})) check(id in content, where, id, "has meta but is no entry");
    } else {
      entriesInAll++;
      checkMeta(where, meta);
      if (model.kind === "singleton") checkEntry(where, model, locale, content);
      else check(Object.values(content).every((v) => typeof v === "string"), where, "holds more than text");
    }
  }
}

for (const [name, document] of read) {
  const parts = /^\.cms\/content\/([^/]+)\/([^/]+)\/(.+?)(?:\/([^/]+))?\.md$/.exec(name);
  if (!parts) continue;
  entriesInAll++;
  const model = models.find((m) => m.id === parts[2]);
  check(model?.kind === "document", name, "belongs to no document model");
  const slug = parts[3];
  const locale = model.i18n ? parts[4] : "data";
  checkEntry(name, model, locale, document.frontmatter);
  checkMeta(name, read.get(`.cms/meta/${model.id}/${slug}/${locale}.json`));
  const twin = inSnapshot(model, locale)?.find((d) => d.slug === slug);
  check(twin !== undefined, name, "is not in the snapshot");
  check(isDeepStrictEqual(twin?.frontmatter, document.frontmatter), name, "differs in the snapshot", twin?.frontmatter, document.frontmatter);
  check(twin?.body === document.body, name, "has another body in the snapshot", twin?.body, document.body);
}

for (const name of read.keys()) {
  const parts = /^\.cms\/meta\/([^/]+)\/(.+)\/([^/]+)\.json$/.exec(name);
  if (!parts) continue;
  const [, id, slug, locale] = parts;
  const folder = `.cms/content/${models.find((m) => m.id === id)?.domain}/${id}`;
  check(read.has(`${folder}/${slug}/${locale}.md`) || read.has(`${folder}/${slug}.md`), name, "is meta of nothing");
}

for (const [term, texts] of Object.entries(read.get(".cms/vocabulary.json").terms)) {
  check(Object.values(texts).every((t) => typeof t === "string"), "the term", term, "holds more than text");
}

const broken = brokenOf(health);
for (const place of new Set([...dangling, ...broken])) {
  check(broken.has(place), place, "points to nothing, and the health does not say so");
  check(dangling.has(place), place, "points to something, but the health says to nothing");
}
check(dangling.size > 0, "nothing points to what was deleted");

const context = read.get(".cms/context.json");
check(context.version === "1", "context.json has the version", context.version);
check(context.stats.models === models.length, "context.json counts models as", context.stats.models, models.length);
check(context.stats.entries === entriesInAll, "context.json counts entries as", context.stats.entries, entriesInAll);
check(isDeepStrictEqual(context.stats.locales, config.locales.supported), "context.json has other locales");
check(context.lastOperation.source === "app-ui", "context.json names the source", context.lastOperation.source);
check(existsSync(join(root, ".git")), "this is no clone");

for (const finding of findings.slice(0, 50)) console.log(finding);
console.log(`clone check: ${read.size} files, ${entriesInAll} entries, ${checks} checks, ${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);
