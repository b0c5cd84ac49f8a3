/** The statements that find what a run configuration names, and keep it from being deleted until the end of the transaction. */
import type { Tx } from '../../../core/db.ts';
import { invalid } from '../../../core/problem.ts';
import { sql, type Sql } from '../../../core/sql.ts';
import type { Runtime } from './rules.ts';

/**
 * Holds the engine or cluster of a run configuration.
 * @rule tasks.run-config.engine
 * @rule tasks.run-config.cluster
 */
export async function holdRuntime(tx: Tx, environment: string, { engine, cluster }: Runtime): Promise<void> {
  if (engine !== null && !(await holds(tx, sql`engine`, sql`id::text = ${engine} and environment_id = ${environment}`)))
    throw invalid('engine_unknown', `The environment of the task has no engine '${engine}'.`);
  if (cluster !== null && !(await holds(tx, sql`engine_cluster`, sql`id::text = ${cluster} and environment_id = ${environment}`)))
    throw invalid('cluster_unknown', `The environment of the task has no cluster '${cluster}'.`);
}

/**
 * Holds the run profile of a run configuration: one of its engine or cluster. An empty one counts as none.
 * @rule tasks.run-config.profile
 */
export async function holdProfile(tx: Tx, { engine, cluster }: Runtime, named: string | null | undefined): Promise<string | null> {
  if (!named) return null;
  const profile = named.toLowerCase();
  const own = engine === null ? sql`cluster_id::text = ${cluster}` : sql`engine_id::text = ${engine}`;
  if (!(await holds(tx, sql`run_profile`, sql`id::text = ${profile} and ${own}`)))
    throw invalid('reference_unknown', `The runtime has no run profile '${named}': create it there, or leave runProfileId empty.`);
  return profile;
}

/**
 * Holds the run profile of a run configuration for dynamic engines: one of the environment of the task. An empty one counts as none.
 * @rule tasks.de-run-config.profile
 */
export async function holdEnvironmentProfile(tx: Tx, environment: string, named: string | null | undefined): Promise<string | null> {
  if (!named) return null;
  const profile = named.toLowerCase();
  const own = sql`environment_id = ${environment} and engine_id is null and cluster_id is null`;
  if (!(await holds(tx, sql`run_profile`, sql`id::text = ${profile} and ${own}`)))
    throw invalid('reference_unknown', `The environment of the task has no run profile '${named}' for dynamic engines.`);
  return profile;
}

const holds = async (tx: Tx, table: Sql, condition: Sql): Promise<boolean> => {
  const row = await tx.one(sql`
    select id
    from ${table}
    where ${condition}
    for key share`);
  return row !== undefined;
};
