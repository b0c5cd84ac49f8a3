/** Analyzes and executes promotions: reads both environments, drafts the changes, and writes them or only reports them. */
import { newId } from '../../../core/base/id.ts';
import type { Database } from '../../../core/database/db.ts';
import type { Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { insertPromotedClusters } from '../../processing/engine-clusters/index.ts';
import { insertPromotedEngines } from '../../processing/remote-engines/index.ts';
import { insertPromotedProfiles, replacePromotedProfiles } from '../../processing/run-profiles/index.ts';
import { insertPromotedArtifacts, insertPromotedVersions } from '../artifacts/index.ts';
import { insertPromotedConnections, insertPromotedParameters } from '../connections/index.ts';
import { insertPromotedPlanRunConfigs, insertPromotedPlans, insertPromotedSteps, replacePromotedPlans } from '../plans/index.ts';
import { insertPromotedResources, replacePromotedResources } from '../resources/index.ts';
import {
  insertPromotedDynamicEngineRunConfigs,
  insertPromotedRunConfigs,
  insertPromotedTasks,
  replacePromotedTasks,
} from '../tasks/index.ts';
import { insertPromotedWorkspaces } from '../workspaces/index.ts';
import { type ContentScope, lockContent, noLocks, readContent, sourceLocks, targetLocks } from './content-rows.ts';
import { type Draft, draftPromotion } from './draft/draft-promotion.ts';
import type { Changes } from './draft/draft-state.ts';
import { insertPromotionExecution, type PromotionExecutionRow, type PromotionOptions } from './execution-records.ts';
import { type ExecutablePromotion, findExecutablePromotion, lockExecutablePromotion } from './rows.ts';
import { outcomeOf } from './rules.ts';

/** A request to analyze or execute a promotion. */
type PromotionRequest = { actor: Actor; promotion: string; options: PromotionOptions; now: Date };

/**
 * Drafts a promotion that the actor may execute, on a snapshot without locks, and stores the report. `stored` is called in the transaction that
 * stores it.
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
    const row = await insertPromotionExecution(tx, {
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
  return insertPromotionExecution(tx, { promotion: promotion.id, actor, options, status, message, report, triggeredAt: now });
}

async function draft(tx: Tx, source: ContentScope, target: ContentScope, options: PromotionOptions): Promise<Draft> {
  return draftPromotion(await readContent(tx, source), await readContent(tx, target), options, newId);
}

const environmentsOf = (promotion: ExecutablePromotion) => ({
  source: { tenant: promotion.tenant_id, environment: promotion.source_environment_id },
  target: { tenant: promotion.tenant_id, environment: promotion.target_environment_id },
});

/**
 * Writes all changes of a draft, each row after the rows that it refers to. Steps come after all plans, because they may refer to any plan. Each
 * feature writes its own tables, one statement for each table; copied values stay within the database.
 */
async function applyChanges(tx: Tx, actor: EventActor, environment: string, changes: Changes): Promise<void> {
  await insertPromotedWorkspaces(tx, actor, environment, changes.workspaces);
  await insertPromotedClusters(tx, environment, changes.clusters);
  await insertPromotedEngines(tx, actor, environment, changes.engines);
  await insertPromotedProfiles(tx, environment, changes.profiles);
  await replacePromotedProfiles(tx, changes.replacedProfiles);
  await insertPromotedArtifacts(tx, changes.artifacts);
  await insertPromotedVersions(tx, actor, changes.versions);
  await insertPromotedConnections(tx, changes.connections);
  await insertPromotedParameters(tx, changes.parameters);
  await insertPromotedResources(tx, changes.resources);
  await replacePromotedResources(tx, changes.replacedResources);
  await insertPromotedTasks(tx, actor, changes.tasks);
  await replacePromotedTasks(tx, actor, changes.replacedTasks);
  await insertPromotedRunConfigs(tx, changes.runConfigs);
  await insertPromotedDynamicEngineRunConfigs(tx, changes.dynamicEngineRunConfigs);
  await insertPromotedPlans(tx, actor, changes.plans);
  await replacePromotedPlans(tx, actor, changes.replacedPlans);
  await insertPromotedSteps(tx, changes.steps);
  await insertPromotedPlanRunConfigs(tx, changes.planRunConfigs);
}
