import type { Model, Snapshot } from '../api/types';
import { carryOn } from './entries';

// biome-ignore lint/suspicious/noExplicitAny: content is of whatever form its models say
type Part = { set?: Record<string, any>; removed?: string[]; whole?: any };
/** What a snapshot shows differently since a commit; what did not change is absent. */
export type Difference = {
  commit: string; tag: string; reset: boolean; models?: { set: Model[]; removed: string[] };
  content?: Record<string, Part>; meta?: Record<string, Part>; etags?: Record<string, Part>;
  settingTags?: { models?: Record<string, string>; config?: string | null; vocabulary?: string | null };
  config?: Snapshot['config']; vocabulary?: Snapshot['vocabulary']; schemaValidation?: Snapshot['schemaValidation'];
};

/** The snapshot brought forward. What did not change stays the same object, so that nothing of it is drawn anew. */
export function forward(before: Snapshot, news: Difference): Snapshot {
  const next: Snapshot = { ...before };
  if (news.models) {
    const gone = new Set([...news.models.removed, ...news.models.set.map((one) => one.id)]);
    next.models = [...before.models.filter((one) => !gone.has(one.id)), ...news.models.set];
  }
  const documents = new Set(next.models.filter((one) => one.kind === 'document').map((one) => one.id));
  if (news.content) next.content = parts(before.content, news.content, documents);
  if (news.meta) next.meta = parts(before.meta, news.meta, NONE);
  if ('config' in news) next.config = news.config ?? null;
  if ('vocabulary' in news) next.vocabulary = news.vocabulary;
  if ('schemaValidation' in news) next.schemaValidation = news.schemaValidation;
  if (news.etags || news.settingTags) {
    const was = before.etags ?? {};
    const models: Record<string, string> = { ...was.models, ...news.settingTags?.models };
    for (const id of news.models?.removed ?? []) delete models[id];
    next.etags = { ...was, ...news.settingTags, models, entries: news.etags ? parts(was.entries ?? {}, news.etags, NONE) : was.entries };
  }
  for (const key of new Set([...Object.keys(news.content ?? {}), ...Object.keys(news.meta ?? {})])) {
    const changed = [news.content?.[key], news.meta?.[key]].filter((part) => part !== undefined);
    if (changed.every((part) => !('whole' in part) && !part.removed?.length)) carryOn(before, next, key, new Set(changed.flatMap((part) => Object.keys(part.set ?? {}))));
  }
  return next;
}

const NONE = new Set<string>();

// biome-ignore lint/suspicious/noExplicitAny: content is of whatever form its models say
function parts(before: Record<string, any>, changed: Record<string, Part>, documents: Set<string>): Record<string, any> {
  const next = { ...before };
  for (const [key, part] of Object.entries(changed)) {
    if ('whole' in part) {
      if (part.whole === null) delete next[key];
      else next[key] = part.whole;
    } else if (documents.has(key.split(':')[0]!)) next[key] = listed(Array.isArray(before[key]) ? before[key] : [], part);
    else next[key] = keyed(before[key] ?? {}, part);
    const mayBeEmpty = !part.set || Object.keys(part.set).length === 0; // to list ten thousand names takes as long as to copy them
    if (mayBeEmpty && next[key] && Object.keys(next[key]).length === 0) delete next[key];
  }
  return next;
}

// biome-ignore lint/suspicious/noExplicitAny: content is of whatever form its models say
function keyed(before: Record<string, any>, { set = {}, removed = [] }: Part): Record<string, any> {
  const next = { ...before, ...set };
  for (const id of removed) delete next[id];
  return next;
}

/** Documents are a list with their slug inside. */
// biome-ignore lint/suspicious/noExplicitAny: content is of whatever form its models say
function listed(before: any[], { set = {}, removed = [] }: Part): any[] {
  const gone = new Set([...removed, ...Object.keys(set)]);
  return [...before.filter((one) => !gone.has(one.slug)), ...Object.values(set)].sort((a, b) => (a.slug < b.slug ? -1 : 1));
}
