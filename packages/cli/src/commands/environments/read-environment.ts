import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { pickOne } from '../../names.ts';

/** Reads an environment by id or name. The API reads single environments from the list only. */
export async function readEnvironment(client: Client, idOrName: string): Promise<Schema<'EnvironmentInfo'>> {
  const { body } = await client.call('GET /orchestration/environments');
  return pickOne('environment', idOrName, body, ({ id, name }) => ({ id, names: [name] }));
}
