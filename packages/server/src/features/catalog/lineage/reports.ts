/** The datasets that runs report to have read and written. Uses of datasets are counted later, by a job. */
import { enqueue, job } from '../../../core/background/jobs.ts';
import { json, sql, storable, type Tx } from '../../../core/database/sql.ts';
import { noteUses } from '../datasets/index.ts';
import { digestOf, type LineageName, plainNamespace } from './names.ts';
import { selectNamed } from './rows.ts';

/** The datasets that a run has read and written. */
type TouchedByRun = { executionId: string; inputs: readonly LineageName[]; outputs: readonly LineageName[] };

/**
 * Stores the datasets that ended runs have read and written, in the transaction of their ends. Rows that exist already stay, so that an engine can
 * repeat a report. Uses of datasets are counted later, by a job.
 * @rule lineage.report.stored
 */
export async function storeTouched(tx: Tx, runs: readonly TouchedByRun[]): Promise<void> {
  const row = (execution: string, isOutput: boolean) => (dataset: LineageName) => {
    const plain = { namespace: storable(plainNamespace(dataset.namespace)), name: storable(dataset.name) };
    return { execution, isOutput, ...plain, digest: digestOf(plain) };
  };
  const rows = runs.flatMap(({ executionId, inputs, outputs }) => [
    ...inputs.map(row(executionId, false)),
    ...outputs.map(row(executionId, true)),
  ]);
  await tx.rows(sql`
    insert into run_dataset (execution_id, is_output, digest, tenant_id, task_id, namespace, name)
    select x.id, r."isOutput", r.digest, x.tenant_id, x.task_id, r.namespace, r.name
    from json_to_recordset(${json(rows)}::json) as r (execution uuid, "isOutput" boolean, digest text, namespace text, name text)
    join task_execution x on x.id = r.execution
    on conflict do nothing`);
  const executions = runs.filter(({ inputs }) => inputs.length > 0).map(({ executionId }) => executionId);
  if (executions.length > 0) await enqueue(tx, noteReads, { executions });
}

/**
 * Counts the uses of the datasets that runs have read, each once.
 * @rule lineage.report.uses
 */
export const noteReads = job<{ executions: readonly string[] }>('note-dataset-uses', {
  attempts: 10,
  does: 'counts the uses of the datasets that runs have read',
  run: ({ executions }, { db }) =>
    db.transaction(async (tx) => {
      const rows = await tx.rows<LineageName & { execution_id: string; tenant_id: string }>(sql`
        update run_dataset
        set is_counted = true
        where execution_id = any (${[...executions]}::uuid[])
          and not is_output
          and not is_counted
        returning execution_id, tenant_id, namespace, name`);
      for (const execution of new Set(rows.map((row) => row.execution_id))) {
        const read = rows.filter((row) => row.execution_id === execution);
        const named = await selectNamed(tx, read[0]?.tenant_id ?? '', read);
        const ids = [...new Set([...named.values()].map(({ id }) => id))];
        if (ids.length > 0) await noteUses(tx, ids);
      }
    }),
});
