import { useEffect, useRef, useState } from 'react';
import { nameOfBranch, pagesOfDetails, type Details } from '../../replica/changes';
import type { ProjectContent } from '../../replica/project';
import { ago } from '../../words/all';

/** So many changes are offered, the newest first. */
const OFFERED = 20;

type Into = { name: string; title: string };

/**
 * Open changes that this person may add to, read when somebody asks for them: the own ones, and for owners and admins those of everybody
 * (`Submission.ground` refuses the rest). Two of one name are told apart by their age.
 */
export function useChangesToSaveInto(content: ProjectContent): { changes: Into[]; lost: boolean; read: () => void } {
  const [found, set] = useState<Details[]>([]);
  const [lost, lose] = useState(false);
  const isOffered = (one: Details): boolean => content.may('edit_config') || one.author?.id === content.person;
  const readAll = async (signal: AbortSignal) => {
    const all: Details[] = [];
    for await (const { changes } of pagesOfDetails(content, {}, signal)) {
      all.push(...changes.filter(isOffered));
      set([...all]);
      if (all.length >= OFFERED) return;
    }
  };
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const read = () => {
    lose(false);
    reading.current?.abort();
    const now = new AbortController();
    reading.current = now;
    if (content.branches.length > 0 || !content.knowsBranches) readAll(now.signal).catch(() => now.signal.aborted || lose(true)); // a save of its own is there anyway
  };
  const open = new Set(content.branches.map((one) => one.name));
  const own = found.filter((one) => open.has(one.name) && isOffered(one)).slice(0, OFFERED);
  const titles = own.map((one) => nameOfBranch(content.snapshot!, one.name));
  const changes = own.map((one, at) => ({ name: one.name, title: titles.filter((title) => title === titles[at]).length > 1 ? `${titles[at]} · ${ago(one.createdAt)}` : titles[at]! }));
  return { changes, lost, read };
}
