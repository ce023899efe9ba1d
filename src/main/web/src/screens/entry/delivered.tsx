import { memo, useMemo, useState } from 'react';
import { instance } from '../../api/instance';
import type { Meta, Model } from '../../api/types';
import { scrolls } from '../../fields/written';
import type { Entry } from '../../replica/entries';
import { t } from '../../words/all';

/** Whether delivery leaves it out now: what is no longer a draft is delivered from its first to its last moment. */
const isLeftOut = ({ status, publish_at, expire_at }: Meta, now: number): boolean =>
  (status !== undefined && status !== 'published') || (publish_at !== undefined && Date.parse(publish_at) > now) || (expire_at !== undefined && Date.parse(expire_at) < now);

/** What delivery serves of the saved entry, and in which file: of a collection a member of it, else all of it. Documents come with HTML, which the preview shows. */
export const Delivered = memo(function Delivered({ model, locale, saved }: { model: Model; locale: string; saved: Entry }) {
  const [isOpen, open] = useState(false);
  const text = useMemo(() => (isOpen ? JSON.stringify(model.kind === 'collection' ? { [saved.id]: saved.data } : saved.data, null, 2) : ''), [isOpen, model, saved]);
  if (model.kind === 'document' || !instance.rooms.includes('delivery')) return null;
  return (
    <section aria-label={t('entry.delivered')}>
      <details onToggle={(event) => open(event.currentTarget.open)}>
        <summary><h2>{t('entry.delivered')}</h2></summary>
        <p className="note"><code>{`content/${model.id}/${model.i18n ? locale : 'data'}.json`}</code></p>
        {isLeftOut(saved.meta, Date.now()) && <p className="note">{t('entry.delivered.not')}</p>}
        <pre className="value small" tabIndex={scrolls(text)}>{text}</pre>
      </details>
    </section>
  );
});
