/** A promotion from beginning to end: read both environments, draft, and write or only tell. */
import type { Database, Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import type { Actor } from '../../../identity/actor.ts';
import { findExecutable, lockExecutable, type Executable } from './access.ts';
import { applyChanges } from './apply.ts';
import { draftPromotion, type Draft } from './draft/draft-promotion.ts';
import { estateOf, heldAsSource, heldAsTarget, holdEstate, notHeld, type EstateScope } from './estate-queries.ts';
import type { PromotionExecutionRow } from './execution-json.ts';
import { insertExecution, type Wishes } from './execution-queries.ts';
import { outcomeOf } from './rules.ts';

/** Who asks for which promotion, and when. */
export type Request = { actor: Actor; promotion: string; wishes: Wishes; now: Date };

/**
 * Drafts on a snapshot, holding nothing, and keeps the report.
 * @rule promotions.analyze.nothing
 */
export async function analyze(db: Database, { actor, promotion: id, wishes, now }: Request): Promise<PromotionExecutionRow> {
  const { promotion, report } = await db.transaction(async (tx) => {
    const promotion = await findExecutable(tx, actor, id);
    const { source, target } = placesOf(promotion);
    return { promotion, ...(await draft(tx, { ...source, holds: notHeld }, { ...target, holds: notHeld }, wishes)) };
  }, 'read only');
  const { message } = outcomeOf(report);
  return insertExecution(db.writer, { promotion: promotion.id, actor, wishes, status: 'ANALIZED', message, report, triggeredAt: now });
}

/** Drafts on rows that are held, writes what is drafted unless something fails, and keeps the report either way. */
export async function promote(tx: Tx, { actor, promotion: id, wishes, now }: Request): Promise<PromotionExecutionRow> {
  const promotion = await lockExecutable(tx, actor, id);
  const places = placesOf(promotion);
  const source = { ...places.source, holds: heldAsSource };
  const target = { ...places.target, holds: heldAsTarget };
  await holdEstate(tx, source);
  await holdEstate(tx, target);
  const { changes, report } = await draft(tx, source, target, wishes);
  const { status, message } = outcomeOf(report);
  if (status !== 'PROMOTION_FAILED') await applyChanges(tx, target.environment, changes);
  return insertExecution(tx, { promotion: promotion.id, actor, wishes, status, message, report, triggeredAt: now });
}

async function draft(tx: Tx, source: EstateScope, target: EstateScope, wishes: Wishes): Promise<Draft> {
  return draftPromotion(await estateOf(tx, source), await estateOf(tx, target), wishes, newId);
}

const placesOf = (promotion: Executable) => ({
  source: { tenant: promotion.tenant_id, environment: promotion.source_environment_id },
  target: { tenant: promotion.tenant_id, environment: promotion.target_environment_id },
});
