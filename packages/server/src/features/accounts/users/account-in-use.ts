/** The references that keep an account from being deleted, by the name of their constraint. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';

const owns = (things: string, advice: string) => conflict('account_in_use', `The account ${things}: ${advice}.`);

/**
 * The refusals to delete an account that owns things or as which webhooks run.
 * @rule users.delete.owner
 * @rule service-accounts.delete.owner
 */
export const ACCOUNT_IN_USE: NonNullable<Feature['constraints']> = {
  workspace_owner_id_fkey: () => owns('owns workspaces', 'give them another owner first'),
  project_owner_id_fkey: () => owns('owns projects', 'give them another owner first'),
  webhook_trigger_run_as_id_fkey: () =>
    owns(
      'is the one as which webhooks run',
      'disable it and take them over (POST /orchestration/ownerless-triggers/takeover), or set another account in their run configurations',
    ),
  webhook_window_run_as_id_fkey: () => owns('is the one as which calls of webhooks will run soon', 'try again in a minute'),
};
