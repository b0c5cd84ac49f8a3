import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { holdEnvironmentFor } from './access.ts';
import { insertSchedule } from './queries.ts';
import { toDefinition, triggerKeepsFiveMinutesApart } from './rules.ts';
import { insertTrigger } from './trigger-queries.ts';

/**
 * Creates a schedule with its first trigger. The schedule is an orphan.
 * @rule schedules.2.permission
 * @rule schedules.create.orphan
 */
export const createSchedule = endpoint('POST /orchestration/schedules', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, now, body }) {
    await holdEnvironmentFor(tx, actor, body.environmentId);

    const trigger = toDefinition(body.trigger, now.getTime());
    triggerKeepsFiveMinutesApart(trigger, now.getTime());

    const id = newId();
    await insertSchedule(tx, { id, tenant: actor.tenant, environment: body.environmentId, description: body.description ?? null });
    await insertTrigger(tx, id, trigger);
    return { status: 201, body: { id } };
  },
});
