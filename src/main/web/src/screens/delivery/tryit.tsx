import { useState, type FormEvent } from 'react';
import { useQuery } from '../../api/route';
import { CopyField, Field } from '../../parts/basic';
import { Tabs } from '../../parts/tabs';
import { useProject } from '../../replica/project';
import { t } from '../../words/all';

type Seen = { status: number; etag: string; time: number; text: string };
const LONGEST = 20000;

/** Reads a delivered path with a key, as a program would, and shows how four kinds of programs do it. The key stays on this page. */
export function TryIt({ minted }: { minted: string }) {
  const content = useProject();
  const [asked, setPath] = useQuery('path');
  /** What was typed, and nothing where all of it was taken out; until then what is there without it. A new key takes the place of none. */
  const [typedPath, typePath] = useState<string | null>(null);
  const [typed, setKey] = useState<{ key: string; over: string } | null>(null);
  const [seen, set] = useState<Seen | null>(null);
  const [failed, setFailed] = useState(false);
  const [language, setLanguage] = useState<'shell' | 'javascript' | 'java' | 'python'>('shell');
  const models = content.snapshot?.models ?? [];
  const locale = content.snapshot?.config?.locales.default ?? 'en';
  const paths = ['_manifest.json', 'models/_index.json', ...models.map((model) => model.kind === 'document' ? `documents/${model.id}/_index/${locale}.json` : `content/${model.id}/${model.i18n ? locale : 'data'}.json`)];
  const path = typedPath ?? (asked || paths[2] || paths[0]!);
  const key = typed && (typed.key || typed.over === minted) ? typed.key : minted;
  const url = `${location.origin}/api/cdn/v1/${content.project.id}/${path}`;
  const read = async (event: FormEvent) => {
    event.preventDefault();
    setFailed(false);
    const began = performance.now();
    try {
      const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` }, credentials: 'omit', cache: 'no-store' });
      const text = await answer.text();
      set({ status: answer.status, etag: answer.headers.get('ETag') ?? '', time: Math.round(performance.now() - began), text: pretty(text) });
    } catch {
      setFailed(true);
    }
  };
  const snippets = {
    shell: `curl -H "Authorization: Bearer $CMS_KEY" '${url}'`,
    javascript: `const answer = await fetch('${url}', {\n  headers: { Authorization: \`Bearer \${process.env.CMS_KEY}\` },\n});\nconst content = await answer.json();`,
    java: `var request = HttpRequest.newBuilder(URI.create("${url}"))\n        .header("Authorization", "Bearer " + System.getenv("CMS_KEY"))\n        .build();\nString content = HttpClient.newHttpClient()\n        .send(request, HttpResponse.BodyHandlers.ofString())\n        .body();`,
    python: `import json, os, urllib.request\n\nrequest = urllib.request.Request(\n    "${url}",\n    headers={"Authorization": f"Bearer {os.environ['CMS_KEY']}"},\n)\ncontent = json.load(urllib.request.urlopen(request))`,
  };
  return (
    <section className="card padded stack" aria-label={t('try')}>
      <h2>{t('try')}</h2>
      <form className="stack small" onSubmit={read}>
        <Field label={t('try.path')}>{(ids) => <><input className="input" {...ids} list="paths" required value={path} onChange={(event) => { typePath(event.target.value); setPath(event.target.value); }} /><datalist id="paths">{paths.map((one) => <option key={one} value={one} />)}</datalist></>}</Field>
        <Field label={t('try.key')} help={t('try.key.about')}>{(ids) => <input className="input" {...ids} autoComplete="off" spellCheck="false" required value={key} onChange={(event) => setKey({ key: event.target.value, over: minted })} />}</Field>
        <div><button className="button" type="submit">{t('try.read')}</button></div>
      </form>
      <div role="status" className="stack small">
        {failed && <p>{t('problem.offline')}</p>}
        {seen && <p className="number"><strong>{seen.status}</strong> <span className="quiet">{seen.time} ms {seen.etag && <>· <code>{seen.etag}</code></>}</span></p>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      {seen && <section className="answer" tabIndex={0} aria-label={t('try.answer')}><pre>{seen.text}</pre></section>}
      <Tabs name={t('try.languages')} panel="snippet" chosen={language} onChoose={setLanguage} tabs={[['shell', 'Shell'], ['javascript', 'JavaScript'], ['java', 'Java'], ['python', 'Python']]} />
      <div id="snippet" role="tabpanel" aria-label={t('try.languages')}><CopyField name={language} text={snippets[language]} /></div>
    </section>
  );
}

function pretty(text: string): string {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // not JSON: shown as it came
  }
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}\n…` : shown;
}
