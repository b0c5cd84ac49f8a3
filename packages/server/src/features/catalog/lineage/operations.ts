import { endpoint } from '../../../core/http/endpoint.ts';
import { findDatasetFor } from '../datasets/index.ts';
import { toLineageRunJson, toNameJson, toTouchedJson } from './json.ts';
import { onceEach, tableNaming } from './names.ts';
import { findSeenTask, selectLineageConnection, selectNamed, selectRuns, selectTouched, selectTouchedByTask } from './rows.ts';

/** Reads the runs that have written and read a dataset, what the writing runs have read, and what the reading runs have written. */
export const getDatasetLineage = endpoint('GET /datasets/{datasetId}/lineage', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const datasetId = await findDatasetFor(tx, actor, path.datasetId, 'DATASET_READ');
    const connection = await selectLineageConnection(tx, datasetId);
    const naming = tableNaming(connection);
    if (!naming) return { status: 200, body: { datasetId, writtenBy: [], readBy: [], sources: [], targets: [] } };

    const own = { namespace: naming.namespace, name: naming.nameOf(connection.technical_name) };
    const [writers, readers] = [await selectRuns(tx, actor, own, 'output'), await selectRuns(tx, actor, own, 'input')];
    const touched = await selectTouched(
      tx,
      [...writers, ...readers].map(({ id }) => id),
    );
    const [wrote, read] = [new Set(writers.map(({ id }) => id)), new Set(readers.map(({ id }) => id))];
    const sources = onceEach(touched.filter((one) => !one.is_output && wrote.has(one.execution_id)));
    const targets = onceEach(touched.filter((one) => one.is_output && read.has(one.execution_id)));
    const named = await selectNamed(tx, actor.tenant, [...sources, ...targets], actor);
    return {
      status: 200,
      body: {
        datasetId,
        ...own,
        writtenBy: writers.map(toLineageRunJson),
        readBy: readers.map(toLineageRunJson),
        sources: sources.map((source) => toNameJson(source, named)),
        targets: targets.map((target) => toNameJson(target, named)),
      },
    };
  },
});

/** Reads the datasets that the runs of a task have read and written. */
export const getTaskLineage = endpoint('GET /datasets/lineage/tasks/{taskId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const taskId = await findSeenTask(tx, actor, path.taskId);
    const [inputs, outputs] = [
      await selectTouchedByTask(tx, actor.tenant, taskId, 'input'),
      await selectTouchedByTask(tx, actor.tenant, taskId, 'output'),
    ];
    const named = await selectNamed(tx, actor.tenant, [...inputs, ...outputs], actor);
    return {
      status: 200,
      body: { taskId, inputs: inputs.map((row) => toTouchedJson(row, named)), outputs: outputs.map((row) => toTouchedJson(row, named)) },
    };
  },
});
