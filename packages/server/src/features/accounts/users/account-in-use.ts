/** The references that prevent the deletion of an account, by the name of their constraint. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';

const inUse = (use: string, advice: string) => conflict('account_in_use', `${use}: ${advice}.`);

/**
 * The refusals to delete an account that owns objects, or under which webhooks run.
 * @rule users.delete.owner
 * @rule service-accounts.delete.owner
 */
export const ACCOUNT_IN_USE: NonNullable<Feature['constraints']> = {
  workspace_owner_id_fkey: () => inUse('The account owns workspaces', 'give them another owner first'),
  project_owner_id_fkey: () => inUse('The account owns projects', 'give them another owner first'),
  webhook_trigger_run_as_id_fkey: () =>
    inUse(
      'Webhooks run under this account',
      'disable it and take them over (POST /orchestration/ownerless-triggers/takeover), or set another account in their run configurations',
    ),
  webhook_window_run_as_id_fkey: () => inUse('Calls of webhooks will run soon under this account', 'try again in a minute'),
};
