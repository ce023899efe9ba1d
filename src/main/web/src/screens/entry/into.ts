import { useState } from 'react';
import { get } from '../../api/call';
import { nameOfBranch, type Details } from '../../replica/changes';
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
  const readAll = async () => {
    const all: Details[] = [];
    let from = '';
    do {
      const answer = await get<{ branches: Details[]; next?: string | null }>(`${content.path}/branches?details=true&limit=50${from}`);
      all.push(...answer.branches.filter(isOffered));
      set([...all]);
      from = answer.next ? `&from=${encodeURIComponent(answer.next)}` : '';
    } while (from && all.length < OFFERED);
  };
  const read = () => {
    lose(false);
    if (content.branches.length > 0) readAll().catch(() => lose(true)); // a save of its own is there anyway
  };
  const open = new Set(content.branches.map((one) => one.name));
  const own = found.filter((one) => open.has(one.name) && isOffered(one)).slice(0, OFFERED);
  const titles = own.map((one) => nameOfBranch(content.snapshot!, one.name));
  const changes = own.map((one, at) => ({ name: one.name, title: titles.filter((title) => title === titles[at]).length > 1 ? `${titles[at]} · ${ago(one.createdAt)}` : titles[at]! }));
  return { changes, lost, read };
}
