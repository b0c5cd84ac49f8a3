/** The reasons for an execution that an engine has. */
import { presentFields } from '../../../../core/base/present-fields.ts';
import type { ExecutionRow } from '../life-cycle/execution-row.ts';
import { engineName, toEngineEvidence, type Reason } from './evidence.ts';
import type { Course, ExplainedEngine } from './explanation-queries.ts';

/**
 * The state of an execution that an engine has; first that the engine sends no heartbeats.
 * @rule task-executions.explain.held
 */
export function heldReasons(execution: ExecutionRow, course: Course, engine: ExplainedEngine | undefined): readonly [Reason, ...Reason[]] {
  const state = stateOf(execution, course, engine);
  return engine && engine.availability !== 'AVAILABLE' && !engine.illness ? [silent(course, engine), state] : [state];
}

function silent({ lease_expires_at: lease }: Course, engine: ExplainedEngine): Reason {
  const since = engine.last_beat_at ? `since ${engine.last_beat_at.toISOString()}` : 'at all';
  const ends = lease ? `; when the lease ends at ${lease.toISOString()} without one, it ends as lost` : '';
  return {
    code: 'ENGINE_SILENT',
    message: `It is with ${engineName(engine)}, which has sent no heartbeat ${since}${ends}.`,
    evidence: { engine: toEngineEvidence(engine), ...presentFields({ leaseEndsAt: lease?.toISOString() }) },
    next: 'Check the engine: its own log says why it does not reach the server.',
  };
}

function stateOf(execution: ExecutionRow, course: Course, engine: ExplainedEngine | undefined): Reason {
  const { status, started_at: started, timeout_minutes: timeout } = execution;
  const evidence = {
    ...presentFields({ engine: engine && toEngineEvidence(engine), leaseEndsAt: course.lease_expires_at?.toISOString() }),
    ...presentFields({ timeout }),
  };
  if (status === 'STOPPING_FLOW_EXECUTION')
    return { code: 'STOPPING', message: `It was asked to end, and ${engineName(engine)} is ending it.`, evidence };
  if (!started) {
    const since = course.claimed_at ? ` at ${course.claimed_at.toISOString()}` : '';
    return { code: 'HANDED_OUT', message: `It was claimed by ${engineName(engine)}${since} and has not started yet.`, evidence };
  }
  const until = timeout === null ? '' : `; after ${timeout} min it is ended`;
  return { code: 'RUNNING', message: `It runs on ${engineName(engine)} since ${started.toISOString()}${until}.`, evidence };
}
