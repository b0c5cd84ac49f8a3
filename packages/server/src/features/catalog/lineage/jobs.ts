/** The jobs of lineage: they count the uses of datasets, and send OpenLineage events. */
import { job } from '../../../core/background/jobs.ts';
import { Outbound } from '../../../core/outbound/outbound.ts';
import { noteUses } from '../datasets/index.ts';
import { markCounted, selectNamed, selectTouched } from './queries.ts';
import { toRunEvent, type RunStep } from './run-events.ts';

const SEND_MILLISECONDS = 10_000;

/**
 * Counts the uses of the datasets that runs have read.
 * @rule lineage.report.uses
 */
export const noteReads = job<{ executions: readonly string[] }>('note-dataset-uses', {
  attempts: 10,
  does: 'counts the uses of the datasets that runs have read',
  run: ({ executions }, { db }) =>
    db.transaction(async (tx) => {
      const rows = await markCounted(tx, executions);
      for (const execution of new Set(rows.map((row) => row.execution_id))) {
        const read = rows.filter((row) => row.execution_id === execution);
        const named = await selectNamed(tx, read[0]?.tenant_id ?? '', read);
        const ids = [...new Set([...named.values()].map(({ id }) => id))];
        if (ids.length > 0) await noteUses(tx, ids);
      }
    }),
});

/**
 * Posts events one after the other. When the receiver fails, the job sends all of them again later.
 * @rule lineage.send.events
 * @rule lineage.send.again
 */
export const sendLineage = job<{ steps: readonly RunStep[] }>('send-lineage', {
  attempts: 10,
  does: 'sends starts and ends of runs as OpenLineage events',
  async run({ steps }, { db, openLineageUrl, outboundRules, publicUrl }) {
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
