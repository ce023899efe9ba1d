import { instance } from '../api/instance';
import { go } from '../api/route';
import type { Workspace } from '../api/types';
import { t } from '../words/all';
import { Icon } from './icon';
import type { MenuEntry } from './menu';
import { among, type Offer, type Source } from './offers';
import type { Place } from './places';

/** The places of a workspace that this person may open, in the order of its navigation. */
export function sectionsOf(workspace: Workspace): Place[] {
  const may = (capability: string): boolean => workspace.access.may.includes(capability);
  const all: [section: string, icon: Place['icon'], name: string, isOpen: boolean][] = [
    ['', 'home', t('projects'), true],
    ['/settings/members', 'people', t('members'), true],
    ['/settings/usage', 'meter', t('usage'), may('view_usage')],
    ['/settings/billing', 'meter', t('billing'), instance.billing && may('manage_billing')],
    ['/settings/ai-keys', 'key', t('aikeys'), instance.rooms.includes('aikeys')],
    ['/settings/general', 'gear', t('settings'), true],
  ];
  return all.flatMap(([section, icon, name, isOpen]) => (isOpen ? [{ path: `/w/${workspace.slug}${section}`, icon, name }] : []));
}

export const placeOf = (path: string, icon: Place['icon'], name: string, about?: string): Offer => ({ key: `${icon} ${path}`, name, about, icon: <Icon name={icon} />, does: () => go(path) });

/** The settings of a project, where one is open, and of what is around it; then what can be done. */
export function everywhere({ workspace, workspaces, account }: { workspace: Workspace | undefined; workspaces: { slug: string; name?: string }[]; account: MenuEntry[] }, settings: Offer[] = [], actions: Offer[] = []): Source[] {
  const others = workspaces.filter((one) => one.slug !== workspace?.slug);
  const around = [
    ...(workspace ? sectionsOf(workspace).map((one) => placeOf(one.path, one.icon, one.name, workspace.name)) : []),
    ...others.map((one) => placeOf(`/w/${one.slug}`, 'archive', one.name ?? one.slug, t('workspace'))),
  ];
  const makes = workspace?.access.may.includes('create_project') ? [placeOf(`/welcome?w=${workspace.slug}`, 'plus', t('newProject'), workspace.name)] : [];
  return [
    { prefix: '>', name: t('settings'), find: among([...settings, ...around]) },
    { prefix: '>', name: t('palette.actions'), find: among([...actions, ...makes, ...account.map(({ name, icon, does }): Offer => ({ key: name, name, icon, does }))]) },
  ];
}
