import type { Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { byName } from '../../command-builders.ts';
import { isId, listNamedChoices, pickOne } from '../../names.ts';

type Environment = { id: string; name: string; default?: boolean };

/** Finds the id of an environment by id or name. Without one, returns the only environment, else the default one. */
export async function findEnvironmentId(client: Client, idOrName: string | undefined): Promise<string> {
  if (idOrName !== undefined && isId(idOrName)) return idOrName;
  const { body: environments } = await client.call('GET /orchestration/environments');
  if (idOrName !== undefined) return pickOne('environment', idOrName, environments, byName).id;
  return defaultEnvironment(environments).id;
}

/** The only environment, or else the one marked default. */
function defaultEnvironment(environments: readonly Environment[]): Environment {
  const candidates = environments.length === 1 ? environments : environments.filter((environment) => environment.default);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  if (environments.length === 0) throw new Failure('notFound', 'There are no environments that you can see.');
  throw new Failure('usage', `Name an environment with --environment: ${listNamedChoices(environments.map(byName))}.`);
}

/** Reads the names of the environments. One that is not visible is shown by its id. */
export async function nameEnvironments(client: Client): Promise<(environmentId: string) => string> {
  const { body } = await client.call('GET /orchestration/environments').catch((error: unknown) => {
    if (error instanceof MillraceError && error.status === 403) return { body: [] };
    throw error;
  });
  const names = new Map(body.map(({ id, name }) => [id, name]));
  return (environmentId) => names.get(environmentId) ?? environmentId;
}

/** Reads an environment by id or name. The API reads single environments from the list only. */
export async function readEnvironment(client: Client, idOrName: string): Promise<Schema<'EnvironmentInfo'>> {
  const { body } = await client.call('GET /orchestration/environments');
  return pickOne('environment', idOrName, body, byName);
}
