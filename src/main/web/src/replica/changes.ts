import { useEffect, useState } from 'react';
import { get } from '../api/call';
import type { Model, Snapshot } from '../api/types';
import { t } from '../words/all';
import { entriesOf, fieldOf, localeOf, titleOf } from './entries';
import type { ProjectContent } from './project';

/** One value that a change or a landing alters, as the service tells of it. */
// biome-ignore lint/suspicious/noExplicitAny: content is of whatever form its models say
export type Altered = { path: string; model: string | null; locale: string | null; entry: string | null; field: string | null; kind: string; before: any; after: any };
/** A value that was changed live and in a change; whose `ours` is depends on the way of the merge. */
export type Clash = { path: string; model?: string | null; locale?: string | null; entry: string | null; field: string | null; base: unknown; ours: unknown; theirs: unknown };
export type Group = { key: string; title: string; where: string; model: Model | undefined; locale: string | null; entry: string | null; altered: Altered[] };

/** Where the reason for several changes is kept: one a project, so that it stays while some of them go or land, and for what is left where a discard ended halfway. */
export const SEVERAL = 'changes#several';

/** What a branch of ours says by its name: what it is about, and when it was opened. */
export function aboutBranch(name: string): { about: string; opened: string | undefined } {
  const parts = name.split('/');
  const time = /^(\d{9,11})-/.exec(parts.at(-1) ?? '');
  return { about: parts.slice(2, -1).join(' · ') || parts.slice(1, -1).join(' · ') || name, opened: time ? new Date(Number(time[1]) * 1000).toISOString() : undefined };
}

/** The same with the name of its model, and when it was opened where several are about the same. */
export function nameOfBranch(snapshot: Snapshot, name: string): string {
  const [first = '', ...rest] = aboutBranch(name).about.split(' · ');
  return [snapshot.models.find((model) => model.id === first)?.name ?? first, ...rest].join(' · ');
}

/** Values by entry: what belongs to one entry and locale stands together, settings by their file. */
export function grouped(snapshot: Snapshot, altered: Altered[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of altered) {
    const key = one.model ? [one.model, one.locale, one.entry].join('\n') : one.path;
    let group = groups.get(key);
    if (!group) {
      const model = snapshot.models.find((each) => each.id === one.model);
      group = { key, title: nameOfFile(snapshot, one.path), where: one.model ? [model?.name ?? one.model, one.locale].filter(Boolean).join(' · ') : '', model, locale: one.locale, entry: one.entry, altered: [] };
      groups.set(key, group);
    }
    group.altered.push(one);
  }
  for (const group of groups.values()) if (group.model || group.entry) group.title = titleIn(snapshot, group);
  return [...groups.values()];
}

/** How groups are called where several stand together: those of one title by their locale too, the texts of an entry in its languages. */
export function titlesOf(groups: Group[]): Map<Group, string> {
  const named = new Map<string, number>();
  for (const { title } of groups) named.set(title, (named.get(title) ?? 0) + 1);
  return new Map(groups.map((group) => [group, named.get(group.title) === 1 ? group.title : [group.title, group.where || group.key].join(' · ')]));
}

/** Whether a file clashes that cannot be told apart into values: there is none to decide about. */
export const isWholeFile = (one: Clash): boolean => !one.model && one.entry === null && one.field === null && one.ours === null && one.theirs === null;

/** A file of settings as people call it. */
function nameOfFile(snapshot: Snapshot, path: string): string {
  const [folder, file = ''] = path.split('/').slice(-2);
  const name = file.replace(/\.json$/, '');
  if (folder === 'models') return snapshot.models.find((model) => model.id === name)?.name ?? name;
  return name === 'config' ? t('settings') : name === 'vocabulary' ? t('vocabulary') : name;
}

function titleIn(snapshot: Snapshot, group: Group): string {
  const { model, entry } = group;
  if (!model) return entry ?? group.title;
  if (!entry) return model.name;
  const locale = group.locale ?? snapshot.config?.locales.default ?? 'en';
  const known = entriesOf(snapshot, model, locale).find((one) => one.id === entry);
  const changed = Object.fromEntries(group.altered.filter((one) => one.field && !one.path.includes('/meta/') && (one.after ?? one.before) != null).map((one) => [one.field!, one.after ?? one.before]));
  return titleOf(model, { id: entry, data: { ...known?.data, ...changed }, meta: {} });
}

export const definition = (model: Model | undefined, name: string | null) => {
  const field = name ? model?.fields?.[name] : undefined;
  return field === undefined ? undefined : fieldOf(field);
};

/** A change as people see it: whose it is, how old, how much, and whether it fits to what is live. */
export type Details = {
  name: string; sha: string; title?: string; author: { id: string; email: string } | null; createdAt?: string; updatedAt?: string; commits: number; state: 'fits' | 'conflicts' | 'unknown';
  models: string[]; /** The first twenty. */ entries: { model: string; locale: string | null; entry: string | null }[]; counts: { entries: number; fields: number; files: number };
  /** Where changes are asked for by content: the first hundred of its entries that this one alters, and how many there are. */ matches?: { entries: string[]; count: number };
};

/** So many changes are read with details, the newest, and asked for so often: a project may have thousands. The rest is told of by its name. */
const DETAILS_MAX = 200;
const QUESTIONS_MAX = 20;

/** Changes of one page, and whether they are the last there are. */
export type DetailsPage = { changes: Details[]; isLast: boolean };

/** The open changes with these, the newest first, page by page until there are enough, nobody reads on, or `signal` ends it; of some content where that is named. */
export async function* pagesOfDetails(content: ProjectContent, about: { model?: string; locale?: string; entry?: string }, signal: AbortSignal): AsyncGenerator<DetailsPage> {
  const asked = new URLSearchParams({ details: 'true', limit: '50', ...about });
  for (let read = 0, questions = 0; read < DETAILS_MAX && questions < QUESTIONS_MAX; questions++) {
    const answer = await get<{ branches: Details[]; next?: string | null }>(`${content.path}/branches?${asked}`, signal);
    yield { changes: answer.branches, isLast: !answer.next };
    if (!answer.next) return;
    read += answer.branches.length;
    asked.set('from', answer.next);
  }
}

/** Of each open change by its name, read anew when one comes, moves or goes; a change without them is shown by its name, and why they are not there. */
export function useDetails(content: ProjectContent): { details: Map<string, Details>; /** Whether these are all there are. */ isWhole: boolean; lost: unknown; again: () => void } {
  const [details, set] = useState<Map<string, Details>>(new Map());
  const [isWhole, setWhole] = useState(false);
  const [lost, lose] = useState<unknown>(null);
  const [asked, ask] = useState(0);
  const tips = content.branches.map((one) => one.name + one.sha).join();
  useEffect(() => {
    const leaving = new AbortController();
    const read = async () => {
      const all: Details[] = [];
      for await (const { changes, isLast } of pagesOfDetails(content, {}, leaving.signal)) {
        if (leaving.signal.aborted) return;
        all.push(...changes);
        set(named(content.snapshot!, all));
        setWhole(isLast);
      }
    };
    lose(null);
    setWhole(false);
    if (tips) read().catch((refused) => leaving.signal.aborted || lose(refused));
    return () => leaving.abort();
  }, [tips, content.commit, asked]);
  return { details, isWhole, lost, again: () => ask((count) => count + 1) };
}

/** A change about one entry has its title, one about several that of the first. */
export function named(snapshot: Snapshot, all: Details[]): Map<string, Details> {
  return new Map(all.filter((one) => one.counts).map((one) => {
    const [first] = one.entries;
    const model = first && snapshot.models.find((each) => each.id === first.model);
    const entry = model && entriesOf(snapshot, model, first.locale ?? localeOf(snapshot, model, '')).find((each) => each.id === (first.entry ?? ''));
    return [one.name, { ...one, title: model && entry && one.counts.entries === 1 ? titleOf(model, entry) : undefined }];
  }));
}
