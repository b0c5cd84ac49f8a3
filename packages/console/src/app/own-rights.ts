/** The workspaces of the environment that the person sees, the rights that the person holds on them, and what is missing for an action. */
import type { Permission, Right, Schema } from '@millrace/contract';
import { useRead } from './api.ts';
import { useEnvironment } from './environment.tsx';
import { type ReadList, useWholeList } from './lists.ts';
import type { Needs } from './needs.ts';
import { useMe } from './session.tsx';

/** A workspace with its id and name. */
export type NamedWorkspace = Schema<'WorkspaceInfo'> & { id: string; name: string };

/** The workspaces of the environment of the page, sorted by name. */
export function useWorkspaceList(): Omit<ReadList<NamedWorkspace>, 'readAll'> {
  const { environment } = useEnvironment();
  const { readAll: _readAll, ...list } = useWholeList(
    'GET /orchestration/workspaces',
    { query: { query: `environment.id==${environment?.id}` } },
    { enabled: environment !== undefined },
  );
  const rows = list.rows.map((workspace) => ({ ...workspace, id: workspace.id ?? '', name: workspace.name ?? '' }));
  return { ...list, rows: rows.toSorted((a, b) => a.name.localeCompare(b.name)) };
}

type OwnRights = {
  /** The rights that the person holds, by the id of the workspace; undefined until they are read. */
  rights: ReadonlyMap<string, readonly Right[]> | undefined;
  /** The workspaces of the environment that the person sees. */
  seen: readonly NamedWorkspace[];
  /** Whether one of them is still being read for the first time. */
  isPending: boolean;
};

function useOwnRights(): OwnRights {
  const { environments } = useEnvironment();
  const { data, isPending } = useRead('GET /security/permissions/own', {});
  const workspaces = useWorkspaceList();
  const rights = data && new Map(data.map(({ workspaceId, permissions }) => [workspaceId, permissions as readonly Right[]]));
  // Without any environment, its workspaces are never read.
  const isWaiting = workspaces.isPending && !workspaces.error && environments?.length !== 0;
  return { rights, seen: workspaces.rows, isPending: isPending || isWaiting };
}

/** Whether the rights are read, so that what depends on them does not appear later than the rest of a page. */
export const useRightsAreRead = (): boolean => !useOwnRights().isPending;

/** The workspaces of the environment on which the person holds a right, sorted by name. */
export function useWorkspacesWith(right: Right): readonly NamedWorkspace[] {
  const { rights, seen } = useOwnRights();
  return seen.filter(({ id }) => rights?.get(id)?.includes(right));
}

/** What a person lacks for an action: the first of the permissions that would do, and the right, with the workspaces on one of which it is needed. */
type MissingNeeds = {
  permission: Permission | undefined;
  right: { name: Right; workspaces: readonly Schema<'WorkspaceInfo'>[] } | undefined;
};

/**
 * Returns the function that says what the person lacks for an action. A right is not lacking until the rights are read. The server decides in any case.
 */
export function useMissingNeeds(): (needs: Needs) => MissingNeeds {
  const me = useMe();
  const { rights, seen, isPending } = useOwnRights();
  return ({ permissions, right, workspace }) => {
    const possible = workspace ? [workspace] : seen;
    const lacksRight = right !== undefined && rights && !isPending && !possible.some(({ id = '' }) => rights.get(id)?.includes(right));
    return {
      permission: permissions?.some((one) => me.permissions.includes(one)) ? undefined : permissions?.[0],
      right: lacksRight ? { name: right, workspaces: possible } : undefined,
    };
  };
}
