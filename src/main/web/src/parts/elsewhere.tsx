import { useContext, useMemo } from 'react';
import type { Workspace } from '../api/types';
import { everywhere } from './everywhere';
import { Workspaces } from './locked';
import type { MenuEntry } from './menu';
import { Palette } from './palette';

/** What can be opened or done where no project is open. */
export default function Elsewhere({ workspace, account, onClose }: { workspace: Workspace | undefined; account: MenuEntry[]; onClose: () => void }) {
  const workspaces = useContext(Workspaces);
  const sources = useMemo(() => everywhere({ workspace, workspaces, account }), [workspace, workspaces]);
  return <Palette sources={sources} onClose={onClose} />;
}
