import { reachFaultPoint } from '@millrace/wire/fault-points';
import { endpoint } from '../../../core/http/endpoint.ts';
import { UNISOLATED } from '../task-executions/index.ts';
import { saveHeartbeat } from '../remote-engines/index.ts';
import { extendLeases } from '../task-executions/index.ts';

/** Stores a heartbeat and renews the leases of the engine. */
export const renewLeases = endpoint('POST /engine/v1/beats', {
  allow: 'engine',
  bodyLimit: 4 * 1024 * 1024,

  async run({ engine, tx, limits, body, allowsUnisolatedTasks }) {
    const isIsolated = body.isolation === 'user' || body.isolation === 'namespace';
    const isWithheld = !isIsolated && !(await allowsUnisolatedTasks());
    await saveHeartbeat(tx, engine.engineId, body, isWithheld);
    const held = body.running.length > 0 ? await extendLeases(tx, engine.engineId, body.running, limits.leaseSeconds) : [];
    reachFaultPoint('heartbeat.before-commit');

    const kept = new Set(held.map(({ id }) => id));
    const lost = body.running.map(({ executionId }) => executionId).filter((id) => !kept.has(id));
    const stop = held.filter(({ stopping }) => stopping).map(({ id }) => id);
    return { status: 200, body: { stop, lost, ...(isWithheld && { withheld: UNISOLATED }) } };
  },
});
