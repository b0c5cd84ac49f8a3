/** Adds, changes and tests connections, for the operations here and for the catalogue, which shows and writes the same records. */
import type { Schema } from '@millrace/contract';
import type { Platform } from '../../../core/platform/platform.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import type { Actor } from '../../../identity/actor.ts';
import { findConnection, insertConnection, updateConnection } from './rows.ts';
import { recordCheck, raiseTestFailed } from './checks.ts';
import { requireRightForParameters } from './drivers.ts';
import { readConnectionParameters, readStoredParameters, saveParameters } from './parameters.ts';
import { requireProbe } from './probes/apps.ts';
import { BUSY, RunningProbes, tryConnection } from './probes/try-connection.ts';
import { mergeConnectionParameters } from './rules.ts';

/** A parameter that the catalogue writes; without a value a secret keeps its stored one, as long as its destination stays. */
export type WrittenParameter = { name: string; value?: string; encrypted: boolean };

/** Adds a connection with its parameters to a workspace that the actor may change. Refuses parameters that need a further right. */
export async function addStoredConnection(
  tx: Tx,
  secrets: Secrets,
  actor: Actor,
  connection: { id: string; tenant: string; workspace: string; name: string; app: string },
  parameters: readonly Schema<'ConnectionParameter'>[],
): Promise<void> {
  const merged = mergeConnectionParameters(parameters, []);
  await requireRightForParameters(tx, actor, connection.workspace, [], merged);
  await insertConnection(tx, connection);
  await saveParameters(tx, secrets, connection.id, merged);
}

/**
 * Changes the name of a connection and, if there are parameters, also these and its application. Secrets that are not named stay, as long as their
 * destination does. Refuses parameters that need a further right.
 */
export async function changeStoredConnection(
  tx: Tx,
  secrets: Secrets,
  actor: Actor,
  { id, workspace, name, app, newApp = app }: { id: string; workspace: string; name: string; app: string; newApp?: string | undefined },
  parameters: readonly WrittenParameter[] | undefined,
): Promise<void> {
  if (!parameters) {
    await updateConnection(tx, id, name);
    return;
  }
  const stored = await readStoredParameters(tx, secrets, id);
  const named = new Set(parameters.map((parameter) => parameter.name));
  const kept = stored
    .filter((parameter) => parameter.encrypted && !named.has(parameter.name))
    .map((one) => ({ name: one.name, encrypted: true }));
  const merged = mergeConnectionParameters([...parameters, ...kept], stored, newApp.toLowerCase() === app.toLowerCase());
  await requireRightForParameters(tx, actor, workspace, stored, merged);
  await updateConnection(tx, id, name);
  await saveParameters(tx, secrets, id, merged);
  if (newApp !== app) await updateApp(tx, id, newApp);
}

const updateApp = (tx: Tx, id: string, app: string): Promise<unknown> =>
  tx.rows(sql`
    update connection
    set app = ${app}
    where id = ${id}`);

/**
 * Tests a connection on whose workspace the actor holds AUTHOR, stores the result, and raises an event if it failed. Refuses an application without a
 * test.
 */
export async function testStoredConnection(
  {
    db,
    processState,
    secrets,
    settings,
  }: Pick<Platform, 'db' | 'processState' | 'secrets'> & { settings: Pick<Platform['settings'], 'outboundRules'> },
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<{ success: boolean; reason: string }> {
  const connection = await findConnection(db.reader, actor, id, 'AUTHOR');
  requireProbe(connection.app);
  const parameters = (await readConnectionParameters(db.reader, secrets, [connection.id])).get(connection.id) ?? [];
  const values = new Map([...parameters].map(([name, { value }]) => [name, value]));
  const running = processState.of(RunningProbes, () => new RunningProbes());
  const { isTried, ...result } = await tryConnection(running, connection.app, values, await settings.outboundRules(), signal);
  if (result.reason === BUSY || signal.aborted) return result;
  await db.transaction(async (tx) => {
    const since = connection.updated_at ?? connection.created_at;
    if (isTried) await recordCheck(tx, connection.id, { kind: 'TEST', success: result.success, message: result.reason, since });
    if (!result.success) await raiseTestFailed(tx, actor, connection.id, result.reason);
  });
  return result;
}
