/** The parameters that a run gets from its connections. */
import type { Tx } from '../../../core/database/db.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import { readConnectionParameters } from './parameter-queries.ts';

/** The values by parameter name, and the names of the secret parameters. */
export type GivenParameters = { values: Record<string, string>; secret: string[] };

/**
 * Reads the parameters `connection_<name of the connection in the task>_<parameter>` of a run. Undefined if a connection was deleted.
 * @rule connections.run.parameters
 */
export async function runParameters(
  tx: Tx,
  secrets: Secrets,
  connections: Readonly<Record<string, string>>,
): Promise<GivenParameters | undefined> {
  const entries = Object.entries(connections);
  if (entries.length === 0) return { values: {}, secret: [] };
  const read = await readConnectionParameters(tx, secrets, Object.values(connections));
  const values: [string, string][] = [];
  const secret: string[] = [];
  for (const [connectionName, id] of entries) {
    const parameters = read.get(id);
    if (!parameters) return undefined;
    for (const [name, { value, encrypted }] of parameters) {
      const parameter = `connection_${connectionName}_${name}`;
      values.push([parameter, value]);
      if (encrypted) secret.push(parameter);
    }
  }
  return { values: Object.fromEntries(values), secret };
}
