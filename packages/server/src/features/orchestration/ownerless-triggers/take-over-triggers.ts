import { endpoint } from '../../../core/http/endpoint.ts';
import { takeTimeTriggers } from '../schedules/index.ts';
import { takeWebhooks } from '../triggers/index.ts';
import { findTriggersToTakeOver } from './access.ts';
import { requireOwnerless } from './rules.ts';

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
      ({ webhook }) => (webhook ? 'hooks' : 'timed'),
    );
    const taken = (await takeTimeTriggers(tx, actor, timed)).length + (await takeWebhooks(tx, actor, hooks)).length;
    return { status: 200, body: { taken, left: found.filter(({ held }) => !held).length } };
  },
});
