import { useEffect, useState } from 'react';
import { decoded } from '../api/route';
import { useProject } from '../replica/project';
import type { EditorProps } from './editor';
import { LineEditor } from './text';

const ASSET = /^media\/([a-z0-9-]{1,40})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z0-9]{2,5}$/;

/**
 * Where the bytes of a path of the media are read, by who is signed in: content says `media/<variant>/<asset>.<ending>`, or the
 * address that delivery serves it at. Null for any other; of another host nothing is ever loaded, as that would learn who reads it.
 */
export function addressOf(value: string, project: { id: string; path: string }, origin: string): string | null {
  const own = value.startsWith(origin) ? value.slice(origin.length) : value;
  const delivered = `/api/cdn/v1/${project.id}/`;
  const path = (own.startsWith(delivered) ? own.slice(delivered.length) : own).split('?')[0]!;
  const asset = ASSET.exec(path);
  if (asset) return `${project.path}/media/${asset[2]}/preview?variant=${asset[1]}`;
  return /^media\/[\w./-]+$/.test(path) && !path.includes('..') ? delivered + path : null;
}

/** The name of the file that an address ends with. */
export const fileOf = (address: string): string => decoded(address.split(/[?#]/)[0]!.split('/').at(-1)!);

/** The picture that an address names; nothing where it cannot be read, and looked for again once a build has ended or the page hears news again. */
function Drawn({ value, alt = '' }: { value: string; alt?: string }) {
  const content = useProject();
  const address = addressOf(value, { id: content.project.id, path: content.path }, location.origin);
  const [lost, lose] = useState(false);
  useEffect(() => lose(false), [address, content.builds]);
  return address && !lost && <img className="thumb" loading="lazy" src={address} alt={alt} onError={() => lose(true)} />;
}

/** A picture with its address below it. */
export const Picture = ({ value }: { value: string }) => <><Drawn value={value} /><code className="value">{value}</code></>;

/** The address of a picture, and what it shows. */
export function ImageEditor(props: EditorProps) {
  return <><LineEditor {...props} />{typeof props.value === 'string' && props.value !== '' && <Drawn value={props.value} alt={fileOf(props.value)} />}</>;
}

/** A film or a file: its name, which leads to its bytes where this service has them. */
export function FileLink({ value }: { value: string }) {
  const content = useProject();
  const address = addressOf(value, { id: content.project.id, path: content.path }, location.origin);
  return address ? <a className="value" href={address} target="_blank" rel="noreferrer">{value}</a> : <code className="value">{value}</code>;
}
