import { useContext, useEffect, useMemo, useState } from 'react';
import type { Model, Workspace } from '../../api/types';
import { everywhere, placeOf } from '../../parts/everywhere';
import { Icon } from '../../parts/icon';
import { Workspaces } from '../../parts/locked';
import type { MenuEntry } from '../../parts/menu';
import { among, type Offer, type Source } from '../../parts/offers';
import { Palette } from '../../parts/palette';
import { placesOf } from '../../parts/places';
import { aboutBranch, nameOfBranch, named, pagesOfDetails, type Details } from '../../replica/changes';
import { hasMany, localeOf } from '../../replica/entries';
import { findTitles, prepareTitles } from '../../replica/titles';
import { useProject, type ProjectContent } from '../../replica/project';
import { ago, languageName, t, who } from '../../words/all';

/** So many entries are shown beside what else fits. */
const ENTRIES = 30;

/** Everything of a project that this person may open or do, found in the content that is on the page. */
export default function ProjectPalette({ workspace, account, onAssistant, onClose }: { workspace: Workspace; account: MenuEntry[]; /** Where there is one. */ onAssistant?: () => void; onClose: () => void }) {
  const content = useProject();
  const workspaces = useContext(Workspaces);
  const { snapshot, branches, project } = content;
  const [details, ask] = useChanges(content);
  useEffect(() => (snapshot ? prepareTitles(snapshot) : undefined), [snapshot]);
  const sources = useMemo((): Source[] => {
    const [above, below] = placesOf(content);
    const settings = [...above, ...below].map((one) => placeOf(content.place + one.path, one.icon, one.name, project.name));
    const actions: Offer[] = [
      ...(snapshot?.models ?? []).filter((one) => mayCreate(content, one)).map((one) => placeOf(`${ofModel(content, one)}/new`, 'plus', t('palette.newIn', { model: one.name }))),
      ...(content.may('save_model') ? [placeOf(`${content.place}/models/new`, 'plus', t('newModel'))] : []),
      ...(onAssistant ? [{ key: 'assistant', name: t('assistant'), icon: <Icon name="chat" />, does: onAssistant }] : []),
    ];
    return [
      { prefix: '@', name: t('models'), find: among((snapshot?.models ?? []).flatMap((one) => [placeOf(ofModel(content, one), 'list', one.name, t('content')), placeOf(`${content.place}/models/${encodeURIComponent(one.id)}`, 'shape', one.name, t('palette.model'))])) },
      { prefix: '', name: t('grid.entries'), find: (words) => entries(content, words) },
      ...(content.may('read_branches') ? [{ prefix: '#', name: t('changes'), find: among(branches.map((one) => change(content, one.name, details.get(one.name)))) }] : []),
      ...everywhere({ workspace, workspaces, account }, settings, actions),
    ];
  }, [snapshot, branches, project, details, workspace, workspaces]);
  return <Palette sources={sources} onClose={onClose} onPrefix={(prefix) => ask(prefix === '#')} />;
}

const ofModel = (content: ProjectContent, model: Model): string => `${content.place}/c/${encodeURIComponent(model.id)}`;

const mayCreate = (content: ProjectContent, model: Model): boolean => hasMany(model) && content.may('save_content') && (content.project.access.models?.includes(model.id) ?? true);

function entries(content: ProjectContent, words: string[]) {
  const { snapshot } = content;
  if (!snapshot) return { offers: [], count: 0, fit: 0 };
  const { found, count, fit } = findTitles(snapshot, words, ENTRIES);
  return { count, fit, offers: found.map((one) => {
    const isElsewhere = one.model.i18n && one.locale !== localeOf(snapshot, one.model, '');
    return placeOf(`${ofModel(content, one.model)}/${encodeURIComponent(one.id)}${isElsewhere ? `?locale=${one.locale}` : ''}`, 'page', one.title, isElsewhere ? `${one.model.name} · ${languageName(one.locale)}` : one.model.name);
  }) };
}

/** By its entry and its author where these are known, else by what its name says. */
function change(content: ProjectContent, name: string, details: Details | undefined): Offer {
  const about = [who(details?.author?.email), ago(details?.updatedAt ?? aboutBranch(name).opened)].filter(Boolean).join(' · ');
  return placeOf(`${content.place}/changes/${encodeURIComponent(name)}`, 'change', details?.title ?? (content.snapshot ? nameOfBranch(content.snapshot, name) : name), about);
}

/** What the newest changes are about is not on the page: one request reads it, when changes are asked for. */
function useChanges(content: ProjectContent): [Map<string, Details>, (asked: boolean) => void] {
  const [details, set] = useState<Map<string, Details>>(new Map());
  const [isAsked, ask] = useState(false);
  const isKnown = content.branches.length > 0 && content.snapshot !== null;
  useEffect(() => {
    const { snapshot } = content;
    if (!isAsked || !isKnown || !snapshot) return;
    const leaving = new AbortController();
    const pages = pagesOfDetails(content, {}, leaving.signal);
    pages.next().then(({ value }) => value && set(named(snapshot, value.changes)), () => {}); // they stay with their names
    return () => leaving.abort();
  }, [isAsked, isKnown]);
  return [details, (asked) => ask((was) => was || asked)];
}
