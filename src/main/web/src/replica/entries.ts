import type { FieldDefinition, Kind, Meta, Model, Snapshot } from '../api/types';

/** One entry of any kind as the lists and forms see it; singletons have the id ''. */
export type Entry = { id: string; data: Record<string, unknown>; body?: string; meta: Meta };

export const fieldOf = (field: FieldDefinition | string): FieldDefinition => (typeof field === 'string' ? { type: field } : field);

/** The fields of a model in the order of its forms: by `order`, then by name. */
export function fieldsOf(model: Model): [string, FieldDefinition][] {
  return Object.entries(model.fields ?? {})
    .map(([name, field]): [string, FieldDefinition] => [name, fieldOf(field)])
    .sort(([a, one], [b, other]) => (one.order ?? 1e6) - (other.order ?? 1e6) || rank(model, a) - rank(model, b) || a.localeCompare(b));
}

const rank = (model: Model, name: string): number => (name === titleField(model) ? 0 : 1);

export function titleField(model: Model): string | undefined {
  const fields = model.fields ?? {};
  return [model.title_field, 'title', 'name', 'headline', 'label'].find((name) => name !== undefined && name in fields)
    ?? Object.keys(fields).find((name) => fieldOf(fields[name]!).type === 'string');
}

export function titleOf(model: Model, entry: Entry): string {
  if (model.kind === 'dictionary') return model.name;
  const name = titleField(model);
  const title = name ? entry.data[name] : undefined;
  return typeof title === 'string' && title.trim() ? title : model.kind === 'singleton' ? model.name : entry.id;
}

/** The locale under which the content of a model stands: models without translation stand under the default. */
export const localeOf = (snapshot: Snapshot, model: Model, wanted: string): string =>
  model.i18n && wanted ? wanted : (snapshot.config?.locales.default ?? 'en');

/** The locales in which an entry of a model may stand, the wanted one first, then the default. */
export const localesOf = (snapshot: Snapshot, model: Model, wanted: string): string[] => [...new Set([localeOf(snapshot, model, wanted), localeOf(snapshot, model, ''), ...(model.i18n ? (snapshot.config?.locales.supported ?? []) : [])])];

const made = new WeakMap<object, { meta: unknown; kind: Kind; entries: Entry[] }>();

/** Every entry of a model in a locale, made once for each state of its content. Content that has another form than its kind is shown as empty, never dropped. */
export function entriesOf(snapshot: Snapshot, model: Model, locale: string): Entry[] {
  const key = `${model.id}:${locale}`;
  const content = snapshot.content[key];
  if (!content || typeof content !== 'object') return [];
  const known = made.get(content);
  if (known && known.meta === snapshot.meta[key] && known.kind === model.kind) return known.entries;
  const entries = read(model.kind, content, snapshot.meta[key] ?? {});
  made.set(content, { meta: snapshot.meta[key], kind: model.kind, entries });
  return entries;
}

/** The entries of a collection of which some were set, and were there before: all others stay the same objects, as they stand. */
export function carryOn(before: Snapshot, after: Snapshot, key: string, ids: Set<string>): void {
  const [was, now] = [before.content[key], after.content[key]];
  const known = was === undefined ? undefined : made.get(was);
  if (!known || !now || known.kind !== 'collection' || known.meta !== before.meta[key]) return;
  if (![...ids].every((id) => Object.hasOwn(was, id) && Object.hasOwn(now, id))) return;
  const meta = after.meta[key] ?? {};
  const entries = known.entries.map((entry) => (ids.has(entry.id) ? item(entry.id, now[entry.id], meta) : entry));
  made.set(now, { meta: after.meta[key], kind: known.kind, entries });
}

// biome-ignore lint/suspicious/noExplicitAny: content is of whatever form its models say
function read(kind: Kind, content: any, meta: any): Entry[] {
  if (kind === 'document') {
    return (Array.isArray(content) ? content : []).map((one) => ({ id: one.slug, data: one.frontmatter ?? {}, body: one.body ?? '', meta: one.meta ?? {} }));
  }
  if (kind === 'collection') {
    return Object.entries(content).map(([id, data]) => item(id, data, meta));
  }
  return [{ id: '', data: content, meta }];
}

const item = (id: string, data: unknown, meta: Record<string, Meta>): Entry => ({ id, data: data && typeof data === 'object' ? (data as Record<string, unknown>) : {}, meta: meta[id] ?? {} });

/** How many entries a model has in a locale. */
/** Whether a model has entries, and not one content in all. */
export const hasMany = (model: Model): boolean => model.kind === 'collection' || model.kind === 'document';

export function countOf(snapshot: Snapshot, model: Model, locale: string): number {
  const content = snapshot.content[`${model.id}:${locale}`] ?? {};
  return Array.isArray(content) ? content.length : Object.keys(content).length;
}

/** Whether a locale has an entry. */
export function isThere(snapshot: Snapshot, model: Model, locale: string, id: string): boolean {
  const content = snapshot.content[`${model.id}:${locale}`];
  if (model.kind === 'collection') return content instanceof Object && Object.hasOwn(content, id);
  if (model.kind === 'document') return entriesOf(snapshot, model, locale).some((entry) => entry.id === id);
  return content !== undefined;
}

/** Ids of collections are twelve hexadecimal digits (spec 2.7). */
export const newId = (): string => [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A title as a name in addresses. */
export const slugOf = (title: unknown): string | undefined =>
  (typeof title === 'string' ? title : '').toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}+/gu, '').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 80) || undefined;
