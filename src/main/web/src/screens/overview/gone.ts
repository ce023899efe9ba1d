import { decoded } from '../../api/route';
import type { Draft } from '../../replica/drafts';
import { SEVERAL } from '../../replica/changes';
import { entriesOf } from '../../replica/entries';
import type { ProjectContent } from '../../replica/project';
import { t } from '../../words/all';

/** What a draft was typed for, where that is gone or goes by another id, in words; null where it can be written on. */
export function goneOf(draft: Draft, content: Pick<ProjectContent, 'snapshot' | 'branches' | 'knowsBranches'>): string | null {
  const { models } = content.snapshot!;
  const noModel = (id: string) => (models.some((one) => one.id === id) ? null : t('draft.nowhere', { model: id }));
  if (draft.model !== '') return noModel(draft.model);
  const [path = '', what] = draft.entry.split('#');
  const [area, name = '', id = ''] = path.split('?')[0]!.split('/').map(decoded);
  if (area === '' || area === 'vocabulary' || area === 'history' || (area === 'models' && name === 'new')) return null;
  if (area === 'changes') {
    const isOpen = (one: string) => content.branches.some((each) => each.name === one);
    const isThere = name !== '' ? isOpen(name) : draft.entry === SEVERAL && content.branches.length > 1 && (!Array.isArray(draft.values?.about) || draft.values.about.some(isOpen));
    return isThere || !content.knowsBranches ? null : t('draft.noChange');
  }
  const model = models.find((one) => one.id === name);
  if (model && (what === 'times' || what === 'decisions') && id !== '') {
    const locale = new URLSearchParams(path.split('?')[1]).get('locale') ?? '';
    return entriesOf(content.snapshot!, model, locale).some((one) => one.id === id) ? null : t('draft.noEntry');
  }
  return noModel(name);
}
