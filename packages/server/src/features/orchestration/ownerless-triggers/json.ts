/** The JSON of ownerless triggers. */
import type { Schema } from '@millrace/contract';

/** An ownerless trigger. `login` is null if the former account was deleted; `visible`: the caller holds VIEW on the workspace. */
export type OwnerlessRow = {
  kind: Schema<'OwnerlessTrigger'>['kind'];
  schedule_id: string | null;
  name: string;
  next_at: Date | null;
  task_id: string | null;
  plan_id: string | null;
  account_id: string;
  account_type: Schema<'UserType'>;
  login: string | null;
  executable_name: string;
  workspace_id: string;
  visible: boolean;
};

/** Converts a row to OwnerlessTrigger. */
export const toOwnerlessJson = (row: OwnerlessRow): Schema<'OwnerlessTrigger'> => ({
  kind: row.kind,
  executableType: row.task_id === null ? 'PLAN' : 'TASK',
  executableId: row.task_id ?? row.plan_id ?? '',
  ...(row.visible && { executableName: row.executable_name, workspaceId: row.workspace_id, triggerName: row.name }),
  ...(row.schedule_id !== null && { scheduleId: row.schedule_id }),
  ...(row.next_at && { nextDate: row.next_at.toISOString() }),
  accountId: row.account_id,
  accountType: row.account_type,
  ...(row.login === null ? { accountStatus: 'DELETED' } : { accountLogin: row.login, accountStatus: 'DISABLED' }),
});
