import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { nameEngine } from '../engines/name-engine.ts';
import { findExecutionId, withTaskExecution } from './find-execution.ts';
import { secondsOf, startTimestampOf, toneOf } from '../../outcomes/outcomes.ts';
import { nameTasks } from '../tasks/name-tasks.ts';

/** `millrace execution show`. */
export function getTaskExecution(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show one execution: status, row counts, times')
    .argument('<id>', 'the execution; the beginning of the id is enough')
    .addHelpText('after', examples('millrace execution show 01985b5e-7d5c-7000-8000-2d3c5a9f1b42'))
    .action(async (idOrPrefix: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const executionId = await findExecutionId(client, idOrPrefix);
      const { body: one } = await withTaskExecution(client, executionId, () =>
        client.call('GET /processing/executions/{executionId}', { path: { executionId } }),
      );
      if (output.json) return output.printJson(one);
      const nameOf = await nameTasks(client, [one.jobId]);
      const begun = startTimestampOf(one);
      return output.printProperties([
        ['Execution', one.executionId],
        ['Task', `${nameOf(one.jobId)}, version ${one.jobVersion}`],
        ['Status', { text: one.status, tone: toneOf(one.status) }],
        ['Detail', one.executionStatus],
        ['Reason', one.errorMessage ?? one.misfiredExecutionReason],
        ['Rows processed', one.numberOfProcessedRows],
        ['Rows rejected', one.numberOfRejectedRows],
        ['Triggered', `${localTime(one.triggerTimestamp)} (${one.executionType})`],
        ['Started', begun === undefined ? undefined : localTime(begun)],
        ['Finished', one.finishTimestamp ? localTime(one.finishTimestamp) : undefined],
        ['Seconds', secondsOf(one)],
        ['Timeout', one.timeout === undefined ? undefined : `${one.timeout} minutes`],
        ['Ran on', one.executionDestination],
        ['Engine', one.remoteEngineId && (await nameEngine(client, one.remoteEngineId))],
      ]);
    });
}
