/** Sends starts and ends of runs as OpenLineage events: a consumer of the fan-out passes them to a job in its transaction. */
import type { EventTypeName } from '@millrace/contract/event-types';
import { enqueue, job, type Timer } from '../../../core/background/jobs.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { Outbound } from '../../../core/outbound/outbound.ts';
import { type AcceptedEvent, subscribeTo, textInData } from '../../events/outbox/index.ts';
import type { LineageName } from './names.ts';
import { selectTouched } from './rows.ts';

const STARTED = 'com.service.v1.task.run.started' satisfies EventTypeName;
const FINISHED = 'com.service.v1.task.run.finished' satisfies EventTypeName;
const STEPS_IN_A_JOB = 100;
const SEND_MILLISECONDS = 10_000;

/** The consumer of the fan-out for subscribers of the kind `lineage`, which are tenants. */
export const lineageConsumer = {
  kind: 'lineage',
  async accept(tx: Tx, events: readonly AcceptedEvent[]): Promise<void> {
    for (let at = 0; at < events.length; at += STEPS_IN_A_JOB)
      await enqueue(tx, sendLineage, { steps: events.slice(at, at + STEPS_IN_A_JOB).map(stepOf) });
  },
};

function stepOf({ type, data, spaceId, occurredAt }: AcceptedEvent): RunStep {
  const isEnd = type === FINISHED;
  const error = isEnd ? textInData(data, 'errorMessage') : undefined;
  return {
    execution: textInData(data, 'executionId') ?? '',
    at: textInData(data, isEnd ? 'finishedAt' : 'startedAt') ?? occurredAt.toISOString(),
    taskName: textInData(data, 'taskName') ?? '',
    workspace: spaceId ?? '',
    ...(isEnd && { outcome: textInData(data, 'executionStatus') ?? '' }),
    ...(error !== undefined && { error }),
  };
}

/** Subscribes the tenants to the events of their runs if events are sent, and otherwise ends the subscriptions. */
export const subscribeLineage: Timer = {
  name: 'subscribe-lineage',
  milliseconds: 30_000,
  does: 'subscribes tenants to the events of their runs if these are sent as OpenLineage events',
  run: async ({ db, settings: { openLineageUrl } }) => {
    const types = openLineageUrl === undefined ? [] : [STARTED, FINISHED];
    // The tenants without the subscription if events are sent, otherwise those with it.
    const tenants = await db.reader.rows<{ id: string }>(sql`
      select t.id
      from tenant t
      where ${types.length > 0} <> exists (
        select from event_subscription s
        where s.tenant_id = t.id
          and s.subscriber_kind = 'lineage'
          and s.subscriber_id = t.id)
      order by t.id`);
    for (const { id } of tenants) await subscribeTo(db.writer, { tenant: id, kind: 'lineage', id }, types);
  },
};

/**
 * Posts events one after the other. When the receiver fails, the job sends all of them again later.
 * @rule lineage.send.events
 * @rule lineage.send.again
 */
export const sendLineage = job<{ steps: readonly RunStep[] }>('send-lineage', {
  attempts: 10,
  does: 'sends starts and ends of runs as OpenLineage events',
  async run({ steps }, { db, settings: { openLineageUrl, outboundRules, publicUrl } }) {
    if (openLineageUrl === undefined) return;
    const ended = steps.filter(({ outcome }) => outcome !== undefined).map(({ execution }) => execution);
    const touched = await selectTouched(db.reader, ended);
    const outbound = new Outbound(await outboundRules());
    for (const step of steps) {
      const own = touched.filter((one) => step.outcome !== undefined && one.execution_id === step.execution);
      const parts = { inputs: own.filter((one) => !one.is_output), outputs: own.filter((one) => one.is_output) };
      const response = await outbound.fetch(openLineageUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(toRunEvent(step, parts, publicUrl())),
        signal: AbortSignal.timeout(SEND_MILLISECONDS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The receiver of MILLRACE_OPENLINEAGE_URL answered ${response.status}.`);
    }
  },
});

/** A start or an end of a run, as the data of the job that sends it. */
type RunStep = {
  execution: string;
  at: string;
  taskName: string;
  workspace: string;
  /** The outcome; undefined for a start. */
  outcome?: string;
  error?: string;
};

const SCHEMA = 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent';
const ERROR_SCHEMA = 'https://openlineage.io/spec/facets/1-0-1/ErrorMessageRunFacet.json#/$defs/ErrorMessageRunFacet';

function typeOf(outcome: string | undefined): 'START' | 'COMPLETE' | 'ABORT' | 'FAIL' {
  if (outcome === undefined) return 'START';
  if (outcome === 'EXECUTION_SUCCESS' || outcome === 'EXECUTION_REJECTED') return 'COMPLETE';
  return outcome.startsWith('EXECUTION_TERMINATED') ? 'ABORT' : 'FAIL';
}

/** Builds the event of a run. Its content is the same each time, so that a receiver recognises a repeated event. */
const toRunEvent = (step: RunStep, touched: { inputs: readonly LineageName[]; outputs: readonly LineageName[] }, publicUrl: string) => ({
  eventType: typeOf(step.outcome),
  eventTime: step.at,
  producer: publicUrl,
  schemaURL: SCHEMA,
  run: {
    runId: step.execution,
    facets:
      step.error === undefined
        ? {}
        : { errorMessage: { _producer: publicUrl, _schemaURL: ERROR_SCHEMA, message: step.error, programmingLanguage: 'unknown' } },
  },
  job: { namespace: `${publicUrl}/workspaces/${step.workspace}`, name: step.taskName, facets: {} },
  inputs: touched.inputs.map(({ namespace, name }) => ({ namespace, name, facets: {} })),
  outputs: touched.outputs.map(({ namespace, name }) => ({ namespace, name, facets: {} })),
});
