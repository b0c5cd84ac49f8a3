/** What connections give to the run of a task. */
import type { Tx } from '../../../core/database/db.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import { readConnectionParameters } from './parameter-queries.ts';

/** What the connections of a run give it, and the names of those of it that are secret. */
export type GivenParameters = { values: Record<string, string>; secret: string[] };

/**
 * The parameters of a run by its connections: `connection_<application>_<parameter>`. Undefined where a connection is gone.
 * @rule connections.run.parameters
 */
export async function runParameters(
  tx: Tx,
  secrets: Secrets,
  connections: Readonly<Record<string, string>>,
): Promise<GivenParameters | undefined> {
  const named = Object.entries(connections);
  if (named.length === 0) return { values: {}, secret: [] };
  const read = await readConnectionParameters(
    tx,
    secrets,
    named.map(([, id]) => id),
  );
  const values: [string, string][] = [];
  const secret: string[] = [];
  for (const [app, id] of named) {
    const parameters = read.get(id);
    if (!parameters) return undefined;
    for (const [name, { value, encrypted }] of parameters) {
      values.push([`connection_${app}_${name}`, value]);
      if (encrypted) secret.push(`connection_${app}_${name}`);
    }
  }
  return { values: Object.fromEntries(values), secret };
}
