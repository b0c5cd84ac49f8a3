import { notFound } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { takeTimeTriggers } from '../schedules/index.ts';
import { takeWebhooks } from '../triggers/index.ts';
import { toOwnerlessJson, findTriggersToTakeOver, selectOwnerless } from './rows.ts';

/**
 * Lists the triggers whose account is disabled or deleted.
 * @rule ownerless-triggers.list.permission
 */
export const listOwnerlessTriggers = endpoint('GET /orchestration/ownerless-triggers', {
  allow: { anyOf: ['SVC_USER_MANAGEMENT', 'SVC_OPERATOR'] },
  transaction: 'read only',

  async run({ actor, tx, query }) {
    return { status: 200, body: toPage(await selectOwnerless(tx, actor, query), query, toOwnerlessJson) };
  },
});

/**
 * Makes the caller the account of ownerless triggers.
 * @rule ownerless-triggers.takeover.actor
 */
export const takeOverTriggers = endpoint('POST /orchestration/ownerless-triggers/takeover', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, body }) {
    const found = await findTriggersToTakeOver(tx, actor, body.account);

    requireOwnerless(found, body.account);

    const { hooks = [], timed = [] } = Object.groupBy(
      found.filter(({ held }) => held),
      ({ isWebhook }) => (isWebhook ? 'hooks' : 'timed'),
    );
    const taken = (await takeTimeTriggers(tx, actor, timed)).length + (await takeWebhooks(tx, actor, hooks)).length;
    return { status: 200, body: { taken, left: found.filter(({ held }) => !held).length } };
  },
});

/**
 * An account that a request names has ownerless triggers.
 * @rule ownerless-triggers.takeover.account
 */
function requireOwnerless(found: readonly unknown[], account: string | undefined): void {
  if (account !== undefined && found.length === 0) throw notFound('Account with ownerless triggers', account);
}
