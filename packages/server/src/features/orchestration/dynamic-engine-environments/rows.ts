/** The statements about dynamic-engine environments. Each one that finds or locks an environment checks the tenant. */
import type { BodyOf, Schema } from '@millrace/contract';
import { and, contains, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { type Page, pageOf, selectPage } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { environmentStatus } from '../../processing/dynamic-engines/index.ts';
import { inTenant } from '../../security/held/index.ts';

/** The row of a dynamic-engine environment. */
type DynamicEnvironmentRow = {
  id: string;
  name: string;
  description: string | null;
  dynamic_engine_id: string | null;
  link_id: string | null;
  status: Schema<'DEEnvironmentStatus'>;
  log_strategy: Schema<'DEStrategy'>;
  metrics_strategy: Schema<'DEStrategy'>;
  created_by: string;
  creator_type: Schema<'UserType'>;
  created_at: Date;
  updated_by: string;
  modifier_type: Schema<'UserType'>;
  updated_at: Date;
};

/** The columns of `DynamicEnvironmentRow`, for statements with `dynamicEnvironmentJoins`. */
const dynamicEnvironmentColumns: Sql = sql`
  e.id, e.name, e.description, a.dynamic_engine_id, a.id as link_id, ${environmentStatus} as status, x.log_strategy, x.metrics_strategy,
  x.created_by, x.creator_type, e.created_at, x.updated_by, x.modifier_type, e.updated_at`;

/** The tables beside the environment `e`. */
const dynamicEnvironmentJoins: Sql = sql`
  join dynamic_engine_environment x on x.environment_id = e.id
  left join dynamic_engine_assignment a on a.environment_id = e.id
  left join dynamic_engine d on d.id = a.dynamic_engine_id`;

const guard = inTenant({ noun: 'Dynamic-engine environment', table: sql`environment`, alias: sql`e`, also: () => sql`e.is_dynamic` });

/** Finds a dynamic-engine environment of the actor's tenant. */
export const findDynamicEnvironment = (tx: Tx, actor: Actor, id: string): Promise<DynamicEnvironmentRow> =>
  guard.find(tx, actor, id, { columns: dynamicEnvironmentColumns, joins: dynamicEnvironmentJoins });

/** Locks a dynamic-engine environment of the actor's tenant for a change. */
export const lockDynamicEnvironment = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => guard.lock(tx, actor, id);

/** The destinations of the logs and the metrics of executions. */
type Strategies = { logStrategy: Schema<'DEStrategy'>; metricsStrategy: Schema<'DEStrategy'> };

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
  { logStrategy, metricsStrategy }: Schema<'UpdateDynamicEngineEnvironmentRequest'>,
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
  const conditions: Sql[] = [guard.visible(actor)];
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

/** Converts a row to DEEnvironment. */
export const toDynamicEnvironmentJson = (row: DynamicEnvironmentRow): Schema<'DEEnvironment'> => ({
  id: row.id,
  name: row.name,
  description: row.description ?? '',
  ...presentFields({ deId: row.dynamic_engine_id, linkId: row.link_id }),
  status: row.status,
  logStrategy: row.log_strategy,
  metricsStrategy: row.metrics_strategy,
  createdBy: row.created_by,
  creationDate: row.created_at.toISOString(),
  lastModifiedBy: row.updated_by,
  lastModifiedDate: row.updated_at.toISOString(),
  creatorType: row.creator_type,
  modifierType: row.modifier_type,
});
