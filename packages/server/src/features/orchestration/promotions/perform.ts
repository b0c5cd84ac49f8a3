/** Analyzes and executes promotions: reads both environments, drafts the changes, and writes them or only reports them. */
import type { Database, Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import type { Actor } from '../../../identity/actor.ts';
import { findExecutablePromotion, lockExecutablePromotion, type ExecutablePromotion } from './access.ts';
import { applyChanges } from './apply.ts';
import { draftPromotion, type Draft } from './draft/draft-promotion.ts';
import { readContent, sourceLocks, targetLocks, lockContent, noLocks, type ContentScope } from './content-queries.ts';
import type { PromotionExecutionRow } from './execution-json.ts';
import { insertExecution, type PromotionOptions } from './execution-queries.ts';
import { outcomeOf } from './rules.ts';

/** A request to analyze or execute a promotion. */
export type PromotionRequest = { actor: Actor; promotion: string; options: PromotionOptions; now: Date };

/**
 * Drafts a promotion on a snapshot without locks, and stores the report. `stored` runs in the transaction that stores it.
 * @rule promotions.analyze.nothing
 */
export async function analyze(
  db: Database,
  { actor, promotion: id, options, now }: PromotionRequest,
  stored: (tx: Tx, row: PromotionExecutionRow) => Promise<unknown>,
): Promise<PromotionExecutionRow> {
  const { promotion, report } = await db.transaction(async (tx) => {
    const promotion = await findExecutablePromotion(tx, actor, id);
    const { source, target } = environmentsOf(promotion);
    return { promotion, ...(await draft(tx, { ...source, locks: noLocks }, { ...target, locks: noLocks }, options)) };
  }, 'read only');
  const { message } = outcomeOf(report);
  return db.transaction(async (tx) => {
    const row = await insertExecution(tx, {
      promotion: promotion.id,
      actor,
      options,
      status: 'ANALIZED',
      message,
      report,
      triggeredAt: now,
    });
    await stored(tx, row);
    return row;
  });
}

/** Drafts a promotion on locked rows, writes its changes unless an item fails, and stores the report in both cases. */
export async function promote(tx: Tx, { actor, promotion: id, options, now }: PromotionRequest): Promise<PromotionExecutionRow> {
  const promotion = await lockExecutablePromotion(tx, actor, id);
  const environments = environmentsOf(promotion);
  const source = { ...environments.source, locks: sourceLocks };
  const target = { ...environments.target, locks: targetLocks };
  await lockContent(tx, source);
  await lockContent(tx, target);
  const { changes, report } = await draft(tx, source, target, options);
  const { status, message } = outcomeOf(report);
  if (status !== 'PROMOTION_FAILED') await applyChanges(tx, actor, target.environment, changes);
  return insertExecution(tx, { promotion: promotion.id, actor, options, status, message, report, triggeredAt: now });
}

async function draft(tx: Tx, source: ContentScope, target: ContentScope, options: PromotionOptions): Promise<Draft> {
  return draftPromotion(await readContent(tx, source), await readContent(tx, target), options, newId);
}

const environmentsOf = (promotion: ExecutablePromotion) => ({
  source: { tenant: promotion.tenant_id, environment: promotion.source_environment_id },
  target: { tenant: promotion.tenant_id, environment: promotion.target_environment_id },
});
