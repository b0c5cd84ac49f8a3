import { thingCommand } from '../../group.ts';
import { localTime } from '../../text.ts';
import { datasetNoun } from './lookup.ts';

/** `millrace dataset lineage`. */
export const getDatasetLineage = thingCommand(datasetNoun, 'lineage', {
  description: 'Show which runs have written and read a dataset, and what else these have touched',
  examples: ['millrace dataset lineage public.airports'],
  async run({ client, output }, datasetId) {
    const path = { datasetId };
    const { body: lineage } = await client.call('GET /datasets/{datasetId}/lineage', { path });
    if (output.json) return output.printJson(lineage);
    const runs = [...lineage.writtenBy.map((run) => ['wrote it', run] as const), ...lineage.readBy.map((run) => ['read it', run] as const)];
    output.printTable(
      ['RUN', 'DID', 'TASK', 'STATUS', 'FINISHED'],
      runs.map(([did, run]) => [run.executionId, did, run.taskName, run.executionStatus, run.finishedAt ? localTime(run.finishedAt) : '']),
      lineage.name === undefined
        ? 'Its kind of connection has no OpenLineage name, so no run can name it.'
        : `No run that you see has reported ${lineage.namespace} ${lineage.name}.`,
    );
    if (runs.length === 0) return;
    const names = [
      ...lineage.sources.map((source) => ['comes from', source] as const),
      ...lineage.targets.map((target) => ['goes to', target] as const),
    ];
    output.printTable(
      ['DATA', 'NAMESPACE', 'NAME', 'DATASET'],
      names.map(([direction, data]) => [direction, data.namespace, data.name, data.label ?? '']),
      'These runs have reported nothing else.',
    );
  },
});
