/** Reads the rights of accounts on the workspaces of the environment, with edits that are not sent yet, and sends these in batches. */
import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Right, Schema } from '@millrace/contract';
import { api, useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useMay, useMe } from '../../app/session.tsx';
import { WORKSPACE_RIGHTS } from '../roles/permission-list.tsx';

const OF_PEOPLE = 'GET /security/permissions';
const OF_PROGRAMS = 'GET /security/service-accounts/permissions';

const NONE: readonly Right[] = [];
const cellKey = (userId: string, workspaceId: string): string => `${userId} ${workspaceId}`;

/** The rights in their order. */
const inOrder = (rights: readonly Right[]): Right[] => WORKSPACE_RIGHTS.filter((right) => rights.includes(right));

/** The workspaces, the accounts with rights, and the rights of each cell of the matrix. */
export function useRights(kind: 'people' | 'programs') {
  const { environment } = useEnvironment();
  const environmentId = environment?.id;
  const enabled = environmentId !== undefined;
  const workspaces = useRead('GET /orchestration/workspaces', { query: { query: `environment.id==${environmentId}` } }, { enabled });
  const me = useMe();
  const managesAll = useMay('SVC_ENVIRONMENT_MANAGEMENT');
  const own = useRead('GET /security/permissions/own', {}, { enabled: !managesAll });
  const managed = new Set(own.data?.filter(({ permissions }) => permissions.includes('MANAGE')).map(({ workspaceId }) => workspaceId));
  const people = useRead(OF_PEOPLE, { query: { environmentId } }, { enabled: enabled && kind === 'people' });
  const programs = useRead(OF_PROGRAMS, { query: { environmentId } }, { enabled: enabled && kind === 'programs' });
  const permissions = kind === 'people' ? people : programs;
  const storedRights = new Map<string, readonly Right[]>(
    permissions.data?.map((entry: Schema<'Permission'>) => [cellKey(entry.userId, entry.workspaceId), inOrder(entry.permissions)]),
  );
  // Those of the other kind of accounts stay until the person comes back to it.
  const [drafts, setDrafts] = useState<Readonly<Record<'people' | 'programs', RightsDraft>>>({ people: EMPTY, programs: EMPTY });
  const { added, edits } = drafts[kind];
  const set = (changed: Partial<RightsDraft>): void => setDrafts((all) => ({ ...all, [kind]: { ...all[kind], ...changed } }));
  const client = useQueryClient();
  const discard = (): void => set(EMPTY);
  const check = useMutation({ mutationFn: () => sendRights(kind, [...edits.values()], true) });
  const apply = useMutation({
    mutationFn: () => sendRights(kind, [...edits.values()], false),
    onSettled: () => Promise.all([OF_PEOPLE, OF_PROGRAMS].map((route) => client.invalidateQueries({ queryKey: [route] }))),
    onSuccess: discard,
  });

  const storedRightsOf = (userId: string, workspaceId: string): readonly Right[] => storedRights.get(cellKey(userId, workspaceId)) ?? NONE;
  function edit(userId: string, workspaceId: string, rights: readonly Right[]): void {
    const next = new Map(edits);
    const stored = storedRightsOf(userId, workspaceId);
    const after = inOrder(rights);
    if (after.join() === stored.join()) next.delete(cellKey(userId, workspaceId));
    else next.set(cellKey(userId, workspaceId), { userId, workspaceId, before: stored, after });
    set({ edits: next });
  }
  return {
    // The person sees other workspaces, too, but not the rights on them.
    workspaces: workspaces.data?.filter(({ id = '', owner }) => managesAll || managed.has(id) || owner === me.login) ?? [],
    accounts: [...new Set([...added, ...(permissions.data ?? []).map(({ userId }: { userId: string }) => userId)])],
    error: workspaces.error ?? own.error ?? permissions.error,
    isReady: workspaces.isSuccess && permissions.isSuccess && (managesAll || own.isSuccess),
    edits: [...edits.values()],
    isUnsaved: drafts.people.edits.size + drafts.programs.edits.size > 0,
    rightsOf: (userId: string, workspaceId: string) =>
      edits.get(cellKey(userId, workspaceId))?.after ?? storedRightsOf(userId, workspaceId),
    isEdited: (userId: string, workspaceId: string) => edits.has(cellKey(userId, workspaceId)),
    edit,
    add: (userId: string) => set({ added: [userId, ...added.filter((id) => id !== userId)] }),
    discard,
    check,
    apply,
  };
}

/** What a person has entered and not sent: the accounts that they have added, and the changes by their cells. */
type RightsDraft = { added: readonly string[]; edits: ReadonlyMap<string, RightsEdit> };

const EMPTY: RightsDraft = { added: [], edits: new Map() };

/** A change of the rights of an account on a workspace. */
type RightsEdit = { workspaceId: string; userId: string; before: readonly Right[]; after: readonly Right[] };

/** The changes of a batch, and the changes that the server rejects. */
type RightsPreview = { changes: Schema<'PermissionChange'>[]; rejected: { message: string }[] };

/** The operations for the rights of users, or of service accounts. */
const OPERATIONS = {
  people: {
    add: 'POST /security/permissions/batch',
    replace: 'PUT /security/permissions/batch',
    remove: 'DELETE /security/permissions/batch',
    ids: 'userIds',
  },
  programs: {
    add: 'POST /security/service-accounts/permissions/batch',
    replace: 'PUT /security/service-accounts/permissions/batch',
    remove: 'DELETE /security/service-accounts/permissions/batch',
    ids: 'serviceAccountIds',
  },
} as const;

/** Sends the edits in batches, with as few calls as possible. With `dryRun`, the server only answers what would change. */
async function sendRights(kind: keyof typeof OPERATIONS, edits: readonly RightsEdit[], dryRun: boolean): Promise<RightsPreview> {
  const { add, replace, remove, ids } = OPERATIONS[kind];
  const toRequest = ({ workspaceId, userId, after }: RightsEdit): Schema<'PermissionRequest'> => ({
    workspaceId,
    userId,
    permissions: [...after],
  });
  const granted = edits.filter(({ after }) => after.length > 0);
  const isNew = ({ before }: RightsEdit): boolean => before.length === 0;
  const total: RightsPreview = { changes: [], rejected: [] };
  const query = dryRun ? { dryRun } : {};
  for (const [route, body] of [
    [add, granted.filter(isNew)],
    [replace, granted.filter((edit) => !isNew(edit))],
  ] as const)
    if (body.length > 0) collect(total, (await api.call(route, { query, body: body.map(toRequest) })).body);
  // A call removes the rights of all its accounts on all its workspaces, so each workspace needs its own call.
  for (const [workspaceId, removed] of Map.groupBy(
    edits.filter(({ after }) => after.length === 0),
    (edit) => edit.workspaceId,
  ))
    collect(
      total,
      (await api.call(remove, { query: { ...query, workspaceIds: [workspaceId], [ids]: removed.map(({ userId }) => userId) } })).body,
    );
  return total;
}

type Rejected = { message?: string };
type BatchAnswer = { changes: Schema<'PermissionChange'>[]; rejected: Rejected[] } | Rejected[] | undefined;

function collect(total: RightsPreview, body: BatchAnswer): void {
  const rejected = Array.isArray(body) ? body : (body?.rejected ?? []);
  if (body && !Array.isArray(body)) total.changes.push(...body.changes);
  total.rejected.push(...rejected.map(({ message = '' }) => ({ message })));
}
