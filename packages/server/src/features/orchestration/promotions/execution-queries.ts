/** The SQL statements about executions and analyses of promotions. */
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { notFound } from '../../../core/base/problem.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visiblePromotions } from './access.ts';
import type { Choice } from './draft/choose.ts';
import type { PromotionReport } from './draft/report.ts';
import type { PromotionExecutionRow } from './execution-json.ts';

/** What a caller asks of an execution or an analysis. */
export type Wishes = {
  keepTargetResources: boolean;
  keepTargetRunProfiles: boolean;
  choice: Choice | undefined;
  context: string | undefined;
};

/** A record to be kept. */
export type NewPromotionExecution = {
  promotion: string;
  actor: Actor;
  wishes: Wishes;
  status: PromotionExecutionRow['status'];
  message: string;
  report: PromotionReport;
  triggeredAt: Date;
};

const executionColumns: Sql = sql`
  x.id, x.promotion_id, x.account_id, x.user_type, x.keep_target_resources, x.keep_target_run_profiles, x.chosen_id, x.chosen_type, x.context,
  x.status, x.status_message, x.report, x.triggered_at, x.finished_at`;

/** Keeps what was done or analysed, and by whom. */
export const insertExecution = (tx: Tx, one: NewPromotionExecution): Promise<PromotionExecutionRow> =>
  tx.only(sql`
    insert into promotion_execution as x (
      id, tenant_id, promotion_id, account_id, user_type, keep_target_resources, keep_target_run_profiles, chosen_id, chosen_type, context, status,
      status_message, report, triggered_at)
    values (
      ${newId()}, ${one.actor.tenant}, ${one.promotion}, ${one.actor.id}, ${one.actor.userType}, ${one.wishes.keepTargetResources},
      ${one.wishes.keepTargetRunProfiles}, ${one.wishes.choice?.id ?? null}, ${one.wishes.choice?.type ?? null}, ${one.wishes.context ?? null},
      ${one.status}, ${one.message}, ${json(one.report)}, ${one.triggeredAt})
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
  if (!row) throw notFound('Promotion execution', id);
  return row;
}
