/** The SQL statements about executions and analyses of promotions. */
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { found } from '../../../core/base/problem.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { EventTypeName } from '@millrace/contract/event-types';
import { momentText, raisedFrom } from '../../events/outbox/index.ts';
import { visiblePromotions } from './access.ts';
import type { Choice } from './draft/choose.ts';
import type { PromotionReport } from './draft/report.ts';
import type { PromotionExecutionRow } from './execution-json.ts';
import { promotionName, promotionTables } from './json.ts';

/** The options of an execution or an analysis. */
export type PromotionOptions = {
  keepTargetResources: boolean;
  keepTargetRunProfiles: boolean;
  choice: Choice | undefined;
  context: string | undefined;
};

/** A new record. */
export type NewPromotionExecution = {
  promotion: string;
  actor: Actor;
  options: PromotionOptions;
  status: PromotionExecutionRow['status'];
  message: string;
  report: PromotionReport;
  triggeredAt: Date;
};

const executionColumns: Sql = sql`
  x.id, x.promotion_id, x.account_id, x.user_type, x.keep_target_resources, x.keep_target_run_profiles, x.chosen_id, x.chosen_type, x.context,
  x.status, x.status_message, x.report, x.triggered_at, x.finished_at`;

/**
 * Builds the part of a statement that raises the event of an execution `x`. Analyses raise none.
 * @rule events.promotions.finished
 */
const raisedEnd = (actor: Actor): Sql =>
  raisedFrom(sql`
      select p.tenant_id, ${'com.service.v1.promotion.run.finished' satisfies EventTypeName}::text as type, null::uuid as space_id,
             p.id::text as resource_id, x.account_id as owner_id, ${actor.id}::uuid as actor_id, jsonb_build_object(
               'executionId', x.id, 'promotionId', p.id, 'promotionName', ${promotionName}, 'sourceEnvironmentId', p.source_environment_id,
               'targetEnvironmentId', p.target_environment_id, 'status', case x.status when 'PROMOTION_FAILED' then 'error' else 'ok' end,
               'executionStatus', x.status, 'message', x.status_message, 'finishedAt', ${momentText(sql`x.finished_at`)}) as data
      from ${promotionTables}
      join x on x.promotion_id = p.id
      where x.status <> 'ANALIZED'`);

/** Adds the record of an execution or an analysis. */
export const insertExecution = (tx: Tx, { actor, options, ...execution }: NewPromotionExecution): Promise<PromotionExecutionRow> =>
  tx.only(sql`
    with x as (
      insert into promotion_execution as x (
        id, tenant_id, promotion_id, account_id, user_type, keep_target_resources, keep_target_run_profiles, chosen_id, chosen_type, context, status,
        status_message, report, triggered_at)
      values (
        ${newId()}, ${actor.tenant}, ${execution.promotion}, ${actor.id}, ${actor.userType}, ${options.keepTargetResources},
        ${options.keepTargetRunProfiles}, ${options.choice?.id ?? null}, ${options.choice?.type ?? null}, ${options.context ?? null},
        ${execution.status}, ${execution.message}, ${json(execution.report)}, ${execution.triggeredAt})
      returning ${executionColumns}
    ), raised as (${raisedEnd(actor)}
    )
    select ${executionColumns}
    from x`);

/**
 * Finds a record of a promotion that the actor may read.
 * @rule promotion-executions.get.visible
 */
export async function findPromotionExecution(tx: Tx, actor: Actor, id: string): Promise<PromotionExecutionRow> {
  const row = await tx.one<PromotionExecutionRow>(sql`
    select ${executionColumns}
    from promotion_execution x
    join promotion p on p.id = x.promotion_id
    where x.id = ${id}
      and ${visiblePromotions(actor)}`);
  return found(row, 'Promotion execution', id);
}
