import type { Schema } from '@millrace/contract';
import type { Command } from 'commander';

import { openContext, type Context } from '../../context.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples } from '../../examples.ts';
import { isInterruption } from '../../failure.ts';
import { sleep, type Shell } from '../../shell.ts';
import { finishWithOutcome } from '../../outcomes/finish-with-outcome.ts';
import { findExecutionId, withTaskExecution } from './find-execution.ts';
import { exitCodeOfStatus } from '../../outcomes/outcomes.ts';

const PAUSE_MS = 500;

/** `millrace execution stop`: terminates an execution and, when asked, waits for its end. */
export function endTaskExecution(parent: Command, shell: Shell): void {
  parent
    .command('stop')
    .description('Terminate an execution; one that has ended stays as it is')
    .argument('<id>', 'the execution; the beginning of the id is enough')
    .option('--wait', 'wait for the end and print the outcome, which is also the exit code')
    .addHelpText('after', examples('millrace execution stop 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --wait'))
    .action(async (idOrPrefix: string, options: { wait?: boolean }, command: Command) => {
      const context = await openContext(command, shell);
      const { client, output } = context;
      const executionId = await findExecutionId(client, idOrPrefix);
      const { body: before } = await withTaskExecution(client, executionId, () =>
        client.call('GET /processing/executions/{executionId}', { path: { executionId } }),
      );
      await client.call('DELETE /processing/executions/{executionId}', { path: { executionId } });
      const hasEnded = exitCodeOfStatus(before.status) !== undefined;
      if (!output.json)
        output.print(hasEnded ? `Execution ${executionId} has already ended.` : `Execution ${executionId} is being stopped.`);
      if (!options.wait) return;
      try {
        finishWithOutcome(context, await waitForEnd(context, executionId));
      } catch (error) {
        if (!isInterruption(error)) throw error;
        context.output.note(`Stopped waiting. The execution is still being stopped: millrace execution show ${executionId}`);
        shell.exitCode = EXIT.interrupted;
      }
    });
}

async function waitForEnd({ client, shell }: Context, executionId: string): Promise<Schema<'JobExecutionStatus'>> {
  for (;;) {
    const { body: execution } = await client.call('GET /processing/executions/{executionId}', { path: { executionId } });
    if (exitCodeOfStatus(execution.status) !== undefined) return execution;
    await sleep(PAUSE_MS, shell.signal);
  }
}
