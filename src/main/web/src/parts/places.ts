import { instance } from '../api/instance';
import type { ProjectContent } from '../replica/project';
import { t } from '../words/words';
import type { IconName } from './icon';

export type Place = { path: string; icon: IconName; name: string };

/** The places of a project that this person may open, in the order of its navigation: those above its models, and those below. */
export function placesOf(content: ProjectContent): [above: Place[], below: Place[]] {
  const has = (room: string): boolean => instance.rooms.includes(room);
  const place = (path: string, icon: IconName, name: string, isOpen = true): Place[] => (isOpen ? [{ path, icon, name }] : []);
  return [
    [
      ...place('', 'home', t('overview')),
      ...place('/changes', 'change', t('changes'), content.may('read_branches')),
      ...place('/history', 'clock', t('history')),
    ],
    [
      ...place('/models', 'shape', t('models')),
      ...place('/vocabulary', 'words', t('vocabulary')),
      ...place('/forms', 'inbox', t('forms'), has('forms') && content.may('read_submissions')),
      ...place('/delivery', 'send', t('delivery'), has('delivery')),
      ...place('/webhooks', 'bell', t('webhooks'), has('webhooks') && content.may('manage_webhooks')),
      ...place('/settings', 'gear', t('settings')),
    ],
  ];
}
