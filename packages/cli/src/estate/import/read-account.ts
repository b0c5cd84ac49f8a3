import type { SiteContent } from '../read-site.ts';
import { textAt } from './answer-fields.ts';
import type { ImportRun } from './import-run.ts';
import { readAccounts, readAccountRights } from './read-accounts.ts';
import { readArtifacts, readConnections, readAccountResources } from './read-contents.ts';
import { readPlansOfAccount } from './read-plans-of-account.ts';
import { readRuntimes } from './read-runtimes.ts';
import { readSchedulesOfAccount } from './read-schedules-of-account.ts';
import { readTasksOfAccount } from './read-tasks-of-account.ts';
import { readWebhooksOfAccount } from './read-webhooks-of-account.ts';
import { readWorkspacesOfAccount } from './read-workspaces-of-account.ts';
import { settleObjects } from './settle-objects.ts';

/** Reads everything of an account that files can describe. The report of the run lists what cannot be imported. */
export async function readAccount(run: ImportRun): Promise<SiteContent> {
  await readWorkspacesOfAccount(run);
  await readRuntimes(run);
  await readAccounts(run);
  const newest = await readArtifacts(run);
  await readConnections(run);
  await readAccountResources(run);
  await readTasksOfAccount(run, newest);
  await readPlansOfAccount(run);
  await readSchedulesOfAccount(run);
  await readAccountRights(run);
  if (run.environments === undefined) await readWebhooksOfAccount(run);
  await reportPromotions(run);
  return { objects: settleObjects(run), unreadable: new Map() };
}

async function reportPromotions(run: ImportRun): Promise<void> {
  run.progress('promotions');
  for (const entry of await run.source.readList('GET /orchestration/executables/promotions'))
    run.report.add(
      'leftOut',
      `promotion ${textAt(entry, 'name') ?? '(without a name)'}`,
      'Files do not have promotions.',
      'Create it with `millrace promotion create`.',
    );
}
