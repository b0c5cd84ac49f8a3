/** What connections give to the run of a task. */
import type { Tx } from '../../../core/db.ts';
import type { Secrets } from '../../../core/secrets.ts';
import { readParameters } from './parameter-queries.ts';

/**
 * The parameters of a run by its connections: `connection_<application>_<parameter>`. Undefined where a connection is gone.
 * @rule connections.run.parameters
 */
export async function runParameters(
  tx: Tx,
  secrets: Secrets,
  connections: Readonly<Record<string, string>>,
): Promise<Record<string, string> | undefined> {
  const named = Object.entries(connections);
  if (named.length === 0) return {};
  const read = await readParameters(
    tx,
    secrets,
    named.map(([, id]) => id),
  );
  const given: [string, string][] = [];
  for (const [app, id] of named) {
    const values = read.get(id);
    if (!values) return undefined;
    for (const [name, value] of values) given.push([`connection_${app}_${name}`, value]);
  }
  return Object.fromEntries(given);
}
