/** The SQL statements about dynamic-engine environments. */
import type { BodyOf, Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { pageOf, selectPage, type Page } from '../../../core/http/paging.ts';
import { and, contains, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { environmentStatus } from '../../processing/dynamic-engines/index.ts';
import { dynamicEnvironmentColumns, dynamicEnvironmentJoins, type DynamicEnvironmentRow } from './json.ts';

/** The destinations of the logs and the metrics of executions. */
export type Strategies = { logStrategy: Schema<'DEStrategy'>; metricsStrategy: Schema<'DEStrategy'> };

/** Adds the fields of a dynamic-engine environment that its row in `environment` does not have. */
export const insertDynamicEnvironment = (
  tx: Tx,
  actor: Actor,
  id: string,
  { logStrategy, metricsStrategy }: Strategies,
): Promise<unknown> =>
  tx.rows(sql`
    insert into dynamic_engine_environment (
      environment_id, log_strategy, metrics_strategy, created_by, creator_type, updated_by, modifier_type)
    values (${id}, ${logStrategy}, ${metricsStrategy}, ${actor.login}, ${actor.userType}, ${actor.login}, ${actor.userType})`);

/**
 * Changes the strategies; undefined keeps a strategy.
 * @rule dynamic-engine-environments.5.override
 */
export const updateDynamicEnvironment = (
  tx: Tx,
  actor: Actor,
  id: string,
  { logStrategy, metricsStrategy }: Partial<Strategies>,
): Promise<unknown> =>
  tx.rows(sql`
    update dynamic_engine_environment
    set log_strategy = coalesce(${logStrategy ?? null}, log_strategy),
        metrics_strategy = coalesce(${metricsStrategy ?? null}, metrics_strategy),
        updated_by = ${actor.login},
        modifier_type = ${actor.userType}
    where environment_id = ${id}`);

type Search = NonNullable<BodyOf<'POST /orchestration/dynamic-engine-environments/search'>>;

const FIELDS = { NAME: sql`e.name`, STATUS: environmentStatus } as const;

/**
 * Selects a page of the dynamic-engine environments of the actor's tenant.
 * @rule dynamic-engine-environments.search.like
 * @rule dynamic-engine-environments.search.order
 */
export function searchDynamicEnvironments(tx: Tx, actor: Actor, search: Search): Promise<Page<DynamicEnvironmentRow>> {
  const conditions: Sql[] = [sql`e.tenant_id = ${actor.tenant}`];
  if (search.name !== undefined) conditions.push(contains(sql`e.name`, search.name));
  if (search.deId !== undefined) conditions.push(sql`a.dynamic_engine_id = ${search.deId}`);
  if (search.status !== undefined) conditions.push(sql`${environmentStatus} = ${search.status}`);
  const field = search.sortBy === undefined ? sql`e.created_at` : FIELDS[search.sortBy];
  const order = [sql`${field}, e.id`, sql`${field} desc, e.id desc`] as const;
  return selectPage<DynamicEnvironmentRow>(tx, {
    id: sql`e.id`,
    from: sql`environment e ${dynamicEnvironmentJoins}`,
    where: and(conditions),
    order: search.sortOrder === 'ASC' ? order : [order[1], order[0]],
    columns: dynamicEnvironmentColumns,
    of: sql`
      join environment e on e.id = found.id
      ${dynamicEnvironmentJoins}`,
    ...pageOf(search),
  });
}
