import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { findSchedule, holdEnvironmentFor } from './access.ts';
import { insertSchedule } from './queries.ts';
import { cloneDescription } from './rules.ts';
import { insertTrigger } from './trigger-queries.ts';

/**
 * Clones a schedule with its triggers. The clone is an orphan.
 * @rule schedules.clone.triggers
 * @rule schedules.clone.description
 */
export const copySchedule = endpoint('POST /orchestration/schedules/{scheduleId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const source = await findSchedule(tx, actor, path.scheduleId);
    await holdEnvironmentFor(tx, actor, source.environment_id);

    const id = newId();
    const description = body?.description ?? cloneDescription(source.description);
    await insertSchedule(tx, { id, tenant: actor.tenant, environment: source.environment_id, description });
    for (const trigger of source.triggers) await insertTrigger(tx, id, trigger);
    return { status: 201, body: { id } };
  },
});
