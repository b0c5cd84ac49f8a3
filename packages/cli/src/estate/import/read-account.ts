import type { Client } from '@millrace/contract/client';
import { readAllUsers } from '../../commands/user/lookup.ts';
import { isInterruption } from '../../failure.ts';
import { addressKey, retryingClient, Site } from '../model/kind.ts';
import { nameRuntimes, type SiteContent } from '../read-site.ts';
import { textAt } from './answer-fields.ts';
import type { ImportRun, TargetServer } from './import-run.ts';
import { readAccountRights, readAccounts, readRuntimes } from './read-accounts.ts';
import { readAccountResources, readArtifacts, readConnections, readWebhooksOfAccount } from './read-contents.ts';
import { readPlansOfAccount } from './read-plans.ts';
import { readSchedulesOfAccount } from './read-schedules.ts';
import { readTasksOfAccount } from './read-tasks.ts';
import { readWorkspacesOfAccount } from './read-workspaces.ts';
import { settleObjects } from './settle-objects.ts';

/** Reads which accounts and engines a server has. A list that cannot be read, for whatever reason, is undefined. */
export async function readTargetServer(client: Client, url: string, signal: AbortSignal): Promise<TargetServer> {
  const site = new Site(retryingClient(client, signal));
  const users = await orUnknown(async () => new Set((await readAllUsers(site.client)).map(({ login }) => login)));
  const serviceAccounts = await orUnknown(async () => {
    const { body } = await site.client.call('GET /account/service-accounts');
    return new Set(body.map(({ name }) => name));
  });
  const engines = await orUnknown(async () => {
    const { body: environments } = await site.client.call('GET /orchestration/environments');
    for (const { id, name } of environments) site.add({ noun: 'environment', names: [name] }, id);
    await nameRuntimes(site);
    return new Set(site.entries().map(({ address }) => addressKey(address)));
  });
  return { url, users, serviceAccounts, engines };
}

async function orUnknown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isInterruption(error)) throw error;
    return undefined;
  }
}

/** Reads everything of an account that files can describe. The report of the run lists what cannot be imported. */
export async function readAccount(run: ImportRun): Promise<SiteContent> {
  await readWorkspacesOfAccount(run);
  await readRuntimes(run);
  await readAccounts(run);
  const newestVersions = await readArtifacts(run);
  await readConnections(run);
  await readAccountResources(run);
  await readTasksOfAccount(run, newestVersions);
  await readPlansOfAccount(run);
  await readSchedulesOfAccount(run);
  await readAccountRights(run);
  // Webhooks belong to the tenant, not to one of its environments.
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
