/** The SQL statements about executions and analyses of promotions. */
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { found } from '../../../core/base/problem.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visiblePromotions } from './access.ts';
import type { Choice } from './draft/choose.ts';
import type { PromotionReport } from './draft/report.ts';
import type { PromotionExecutionRow } from './execution-json.ts';

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

/** Adds the record of an execution or an analysis. */
export const insertExecution = (tx: Tx, { actor, options, ...execution }: NewPromotionExecution): Promise<PromotionExecutionRow> =>
  tx.only(sql`
    insert into promotion_execution as x (
      id, tenant_id, promotion_id, account_id, user_type, keep_target_resources, keep_target_run_profiles, chosen_id, chosen_type, context, status,
      status_message, report, triggered_at)
    values (
      ${newId()}, ${actor.tenant}, ${execution.promotion}, ${actor.id}, ${actor.userType}, ${options.keepTargetResources},
      ${options.keepTargetRunProfiles}, ${options.choice?.id ?? null}, ${options.choice?.type ?? null}, ${options.context ?? null},
      ${execution.status}, ${execution.message}, ${json(execution.report)}, ${execution.triggeredAt})
    returning ${executionColumns}`);

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
