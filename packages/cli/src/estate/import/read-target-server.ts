import type { Client } from '@millrace/contract/client';

import { readAllUsers } from '../../commands/user/lookup.ts';
import { isInterruption } from '../../failure.ts';
import { addressKey } from '../model/address.ts';
import { retryingClient, Site } from '../model/site.ts';
import { nameRuntimes } from '../read-site.ts';
import type { TargetServer } from './import-run.ts';

/** Reads which accounts and engines a server has. A list that the caller may not read is undefined. */
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
