import type { Client } from '@millrace/contract/client';

import { Failure } from '../../failure.ts';
import { isId, listNamedChoices, pickOne, type NamedChoice } from '../../names.ts';

type Environment = { id: string; name: string; default?: boolean };

/** Finds the id of an environment by id or name. Without one, returns the only environment, else the default one. */
export async function findEnvironmentId(client: Client, idOrName: string | undefined): Promise<string> {
  if (idOrName !== undefined && isId(idOrName)) return idOrName;
  const { body: environments } = await client.call('GET /orchestration/environments');
  if (idOrName !== undefined) return pickOne('environment', idOrName, environments, toNamedChoice).id;
  return defaultEnvironment(environments).id;
}

/** The only environment, or else the one marked default. */
export function defaultEnvironment(environments: readonly Environment[]): Environment {
  const candidates = environments.length === 1 ? environments : environments.filter((environment) => environment.default);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  if (environments.length === 0) throw new Failure('notFound', 'There are no environments that you can see.');
  throw new Failure('usage', `Name an environment with --environment: ${listNamedChoices(environments.map(toNamedChoice))}.`);
}

function toNamedChoice(environment: Environment): NamedChoice {
  return { id: environment.id, names: [environment.name] };
}
