/** Passes starts and ends of runs to jobs that send them as OpenLineage events, in the transaction of the fan-out. */
import type { EventTypeName } from '@millrace/contract/event-types';
import { enqueue, type Timer } from '../../../core/background/jobs.ts';
import type { Tx } from '../../../core/database/db.ts';
import { subscribeTo, type AcceptedEvent } from '../../events/outbox/index.ts';
import { sendLineage } from './jobs.ts';
import { selectTenantsToSubscribe } from './queries.ts';
import type { RunStep } from './run-events.ts';

const STARTED = 'com.service.v1.task.run.started' satisfies EventTypeName;
const FINISHED = 'com.service.v1.task.run.finished' satisfies EventTypeName;
const STEPS_IN_A_JOB = 100;

const textOf = (data: Record<string, unknown>, field: string): string | undefined =>
  typeof data[field] === 'string' ? data[field] : undefined;

function stepOf({ type, data, spaceId, occurredAt }: AcceptedEvent): RunStep {
  const isEnd = type === FINISHED;
  const error = isEnd ? textOf(data, 'errorMessage') : undefined;
  return {
    execution: textOf(data, 'executionId') ?? '',
    at: textOf(data, isEnd ? 'finishedAt' : 'startedAt') ?? occurredAt.toISOString(),
    taskName: textOf(data, 'taskName') ?? '',
    workspace: spaceId ?? '',
    ...(isEnd && { outcome: textOf(data, 'executionStatus') ?? '' }),
    ...(error !== undefined && { error }),
  };
}

/** The consumer of the fan-out for subscribers of the kind `lineage`, which are tenants. */
export const lineageConsumer = {
  kind: 'lineage',
  async accept(tx: Tx, events: readonly AcceptedEvent[]): Promise<void> {
    for (let at = 0; at < events.length; at += STEPS_IN_A_JOB)
      await enqueue(tx, sendLineage, { steps: events.slice(at, at + STEPS_IN_A_JOB).map(stepOf) });
  },
};

/** Subscribes the tenants to the events of their runs if events are sent, and otherwise ends the subscriptions. */
export const subscribeLineage: Timer = {
  name: 'subscribe-lineage',
  milliseconds: 30_000,
  does: 'subscribes tenants to the events of their runs if these are sent as OpenLineage events',
  run: async ({ db, openLineageUrl }) => {
    const types = openLineageUrl === undefined ? [] : [STARTED, FINISHED];
    const tenants = await selectTenantsToSubscribe(db.reader, types.length > 0);
    for (const tenant of tenants) await subscribeTo(db.writer, { tenant, kind: 'lineage', id: tenant }, types);
  },
};
