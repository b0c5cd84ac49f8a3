/** The rules of JDBC drivers that connections bring along. A driver is code that crawls run, so it needs the right of those who publish code. */
import { DRIVER_RESOURCE } from '@millrace/crawler';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireRight } from '../workspaces/index.ts';
import type { MergedParameter, StoredParameter } from './rules.ts';

/**
 * The parameters that decide which code a driver runs. By options of a URL, drivers load classes and run statements; some statements start programs. So
 * the URL counts as soon as there is a driver.
 */
export const DRIVER_PARAMETERS: readonly string[] = [DRIVER_RESOURCE, 'driverClass', 'jdbcUrl'];

/** Returns whether new parameters of a connection name a driver, and change which code it runs. Without a driver, a crawl runs only code of Millrace. */
function changesDriver(stored: readonly StoredParameter[], merged: readonly MergedParameter[]): boolean {
  const before = (name: string): string => stored.find((parameter) => parameter.name === name)?.value ?? '';
  const after = (name: string): string => {
    const parameter = merged.find((one) => one.name === name);
    return parameter?.kept ? before(name) : (parameter?.value ?? '');
  };
  return after(DRIVER_RESOURCE) !== '' && DRIVER_PARAMETERS.some((name) => before(name) !== after(name));
}

/**
 * Requires PUBLISH on the workspace of a connection whose new parameters change which code its driver runs.
 * @rule connections.driver.publish
 * @rule catalog-connections.driver.publish
 */
export async function requireRightForParameters(
  tx: Tx,
  actor: Actor,
  workspace: string,
  stored: readonly StoredParameter[],
  merged: readonly MergedParameter[],
): Promise<void> {
  if (changesDriver(stored, merged)) await requireDriverRight(tx, actor, workspace);
}

/**
 * Requires PUBLISH on the workspace to which a connection with a driver moves: the id of its driver may name another content there.
 * @rule connections.driver.publish
 */
export async function requireRightToMoveDriver(tx: Tx, actor: Actor, connection: string, target: string): Promise<void> {
  const named = await tx.one(sql`
    select p.name
    from connection_parameter p
    where p.connection_id = ${connection}
      and p.name = ${DRIVER_RESOURCE}
      and p.plain_value <> ''`);
  if (named) await requireDriverRight(tx, actor, target);
}

/**
 * Requires PUBLISH on a workspace if one of its connections names the resource as its driver. For a caller that gives the resource another content, or
 * brings it into the workspace.
 * @rule resources.driver.publish
 */
export async function requireRightToChangeDriver(tx: Tx, actor: Actor, workspace: string, resource: string): Promise<void> {
  const named = await tx.one(sql`
    select c.id
    from connection c
    join connection_parameter p on p.connection_id = c.id
    where c.workspace_id = ${workspace}
      and p.name = ${DRIVER_RESOURCE}
      and lower(p.plain_value) = ${resource}
    limit 1`);
  if (named) await requireDriverRight(tx, actor, workspace);
}

const requireDriverRight = (tx: Tx, actor: Actor, workspace: string): Promise<void> =>
  requireRight(
    tx,
    actor,
    sql`${workspace}`,
    'PUBLISH',
    `The JDBC driver of a connection ("${DRIVER_RESOURCE}") is code that crawls run: setting or moving it, and changing its content, ` +
      'its "driverClass" or its "jdbcUrl", need the right PUBLISH on the workspace. Ask its owner for it.',
  );
