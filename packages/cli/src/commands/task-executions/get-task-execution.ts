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
      const { body: execution } = await withTaskExecution(client, executionId, () =>
        client.call('GET /processing/executions/{executionId}', { path: { executionId } }),
      );
      if (output.json) return output.printJson(execution);
      const nameOf = await nameTasks(client, [execution.jobId]);
      const begun = startTimestampOf(execution);
      return output.printProperties([
        ['Execution', execution.executionId],
        ['Task', `${nameOf(execution.jobId)}, version ${execution.jobVersion}`],
        ['Status', { text: execution.status, tone: toneOf(execution.status) }],
        ['Detail', execution.executionStatus],
        ['Reason', execution.errorMessage ?? execution.misfiredExecutionReason],
        ['Rows processed', execution.numberOfProcessedRows],
        ['Rows rejected', execution.numberOfRejectedRows],
        ['Triggered', `${localTime(execution.triggerTimestamp)} (${execution.executionType})`],
        ['Started', begun === undefined ? undefined : localTime(begun)],
        ['Finished', execution.finishTimestamp ? localTime(execution.finishTimestamp) : undefined],
        ['Seconds', secondsOf(execution)],
        ['Timeout', execution.timeout === undefined ? undefined : `${execution.timeout} minutes`],
        ['Ran on', execution.executionDestination],
        ['Engine', execution.remoteEngineId && (await nameEngine(client, execution.remoteEngineId))],
      ]);
    });
}
