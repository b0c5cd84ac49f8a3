/** Changes of rights in batches: first as a dry run, then for real. */
import type { Right, Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';

/** A change of the rights of an account on a workspace. */
export type RightsEdit = { workspaceId: string; userId: string; before: readonly Right[]; after: readonly Right[] };

/** The changes of a batch, and the changes that the server rejects. */
export type RightsPreview = { changes: Schema<'PermissionChange'>[]; rejected: { message: string }[] };

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

/** Sends the edits in as few calls as possible. With `dryRun`, nothing changes. */
export async function sendRights(kind: keyof typeof OPERATIONS, edits: readonly RightsEdit[], dryRun: boolean): Promise<RightsPreview> {
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
