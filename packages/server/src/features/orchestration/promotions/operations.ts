import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { compileFiql } from '../../../core/http/fiql.ts';
import { findUser } from '../../accounts/people/index.ts';
import { findServiceAccount } from '../../accounts/service-accounts/index.ts';
import { recordChange } from '../../security/audit-log/index.ts';
import { holdEnvironment } from '../environments/index.ts';
import { type PromotionExecutionRow, toPromotionExecutionJson } from './execution-records.ts';
import { analyze } from './executions.ts';
import {
  toListedPromotionJson,
  toPromotionJson,
  ensurePromotionAccount,
  findPromotion,
  insertPromotion,
  insertPromotionAccount,
  lockPromotion,
  promotionName,
  removePromotion,
  removePromotionAccount,
  selectPromotionAccounts,
  selectPromotions,
  updatePromotion,
} from './rows.ts';
import { requireAssigned, requireTwoEnvironments } from './rules.ts';

const selectors = {
  executable: { column: sql`p.id`, type: 'uuid' },
  name: { column: promotionName, type: 'text' },
  'sourceEnvironment.id': { column: sql`s.id`, type: 'uuid' },
  'sourceEnvironment.name': { column: sql`s.name`, type: 'text' },
  'targetEnvironment.id': { column: sql`t.id`, type: 'uuid' },
  'targetEnvironment.name': { column: sql`t.name`, type: 'text' },
} as const;

/**
 * Lists the promotions that the caller may see.
 * @rule promotions.list.filter
 * @rule promotions.list.permission
 */
export const listPromotions = endpoint('GET /orchestration/executables/promotions', {
  allow: { anyOf: ['SVC_PIPELINE_MANAGEMENT', 'SVC_PROMOTION_EXECUTION'] },

  async run({ actor, tx, query }) {
    const rows = await selectPromotions(tx, actor, compileFiql(query._s, selectors));
    return { status: 200, body: rows.map(toListedPromotionJson) };
  },
});

/**
 * Creates a promotion from one environment into another, without users that may execute it.
 * @rule promotions.create.permission
 */
export const createPromotion = endpoint('POST /orchestration/executables/promotions', {
  allow: 'SVC_PIPELINE_MANAGEMENT',

  async run({ actor, tx, body }) {
    const source = await holdEnvironment(tx, actor, body.sourceEnvironmentId);
    const target = await holdEnvironment(tx, actor, body.targetEnvironmentId);

    requireTwoEnvironments(source.id, target.id);

    const id = newId();
    await insertPromotion(tx, { id, tenant: actor.tenant, source: source.id, target: target.id, description: body.description ?? null });
    return { status: 201, body: toPromotionJson(await findPromotion(tx, actor, id)) };
  },
});

/** Reads a promotion. */
export const getPromotion = endpoint('GET /orchestration/executables/promotions/{promotionId}', {
  allow: { anyOf: ['SVC_PIPELINE_MANAGEMENT', 'SVC_PROMOTION_EXECUTION'] },

  async run({ actor, tx, path }) {
    return { status: 200, body: toPromotionJson(await findPromotion(tx, actor, path.promotionId)) };
  },
});

/** Changes the description of a promotion. */
export const changePromotion = endpoint('PATCH /orchestration/executables/promotions/{promotionId}', {
  allow: 'SVC_PIPELINE_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const promotion = await lockPromotion(tx, actor, path.promotionId);

    if (body.description !== undefined) await updatePromotion(tx, promotion.id, body.description);
    return { status: 204 };
  },
});

/** Deletes a promotion; promoted content stays. */
export const deletePromotion = endpoint('DELETE /orchestration/executables/promotions/{promotionId}', {
  allow: 'SVC_PIPELINE_MANAGEMENT',

  async run({ actor, tx, path }) {
    const promotion = await lockPromotion(tx, actor, path.promotionId);

    await removePromotion(tx, promotion.id);
    return { status: 204 };
  },
});

/**
 * Reports what an execution of the promotion would do.
 * @rule promotions.execute.permission
 */
export const analyzePromotion = endpoint('POST /orchestration/executables/promotions/{promotionId}', {
  allow: 'SVC_PROMOTION_EXECUTION',
  // The analysis reads both environments in a transaction that is read only, and then writes its record in another one.
  transaction: 'none',

  async run({ actor, db, path, body, now, changeFacts }) {
    const choice = body?.promotionAdvancedInfo;
    const options = {
      keepTargetResources: body?.keepTargetResources ?? false,
      keepTargetRunProfiles: body?.keepTargetRunProfiles ?? false,
      choice: choice && { id: choice.id.toLowerCase(), type: choice.type },
      context: body?.context,
    };

    const answerOf = (row: PromotionExecutionRow) => ({ status: 200, body: toPromotionExecutionJson(row) }) as const;
    const row = await analyze(db, { actor, promotion: path.promotionId, options, now }, (tx, stored) =>
      recordChange(tx, changeFacts(answerOf(stored))),
    );
    return answerOf(row);
  },
});

/** Lists the users and service accounts that may execute a promotion. */
export const listPromotionUsers = endpoint('GET /orchestration/executables/promotions/{promotionId}/users', {
  allow: 'SVC_PIPELINE_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const promotion = await findPromotion(tx, actor, path.promotionId);
    const accounts = await selectPromotionAccounts(tx, promotion.id);
    const ids = (type: 'HUMAN' | 'SERVICE'): string[] => accounts.filter((account) => account.user_type === type).map(({ id }) => id);
    return { status: 200, body: { executable: promotion.id, userIds: ids('HUMAN'), serviceAccountIds: ids('SERVICE') } };
  },
});

/** Allows a user to execute a promotion. One that already may is refused. */
export const addPromotionUser = endpoint('PUT /orchestration/executables/promotions/{promotionId}/users/{userId}', {
  allow: 'SVC_PIPELINE_MANAGEMENT',

  async run({ actor, tx, path }) {
    const promotion = await lockPromotion(tx, actor, path.promotionId);
    const account = await findUser(tx, actor, path.userId);

    await insertPromotionAccount(tx, promotion.id, account.id);
    return { status: 204 };
  },
});

/** Removes a user from a promotion. */
export const removePromotionUser = endpoint('DELETE /orchestration/executables/promotions/{promotionId}/users/{userId}', {
  allow: 'SVC_PIPELINE_MANAGEMENT',

  async run({ actor, tx, path }) {
    const promotion = await lockPromotion(tx, actor, path.promotionId);
    const account = await findUser(tx, actor, path.userId);

    requireAssigned(await removePromotionAccount(tx, promotion.id, account.id));
    return { status: 204 };
  },
});

/** Allows a service account to execute a promotion. Does nothing if it already may. */
export const addPromotionServiceAccount = endpoint(
  'PUT /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}',
  {
    allow: 'SVC_PIPELINE_MANAGEMENT',

    async run({ actor, tx, path }) {
      const promotion = await lockPromotion(tx, actor, path.promotionId);
      const account = await findServiceAccount(tx, actor, path.serviceAccountId);

      await ensurePromotionAccount(tx, promotion.id, account.id);
      return { status: 204 };
    },
  },
);

/** Removes a service account from a promotion. */
export const removePromotionServiceAccount = endpoint(
  'DELETE /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}',
  {
    allow: 'SVC_PIPELINE_MANAGEMENT',

    async run({ actor, tx, path }) {
      const promotion = await lockPromotion(tx, actor, path.promotionId);
      const account = await findServiceAccount(tx, actor, path.serviceAccountId);

      requireAssigned(await removePromotionAccount(tx, promotion.id, account.id));
      return { status: 204 };
    },
  },
);
