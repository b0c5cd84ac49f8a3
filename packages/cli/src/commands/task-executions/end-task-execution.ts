import type { Schema } from '@millrace/contract';
import type { Command } from 'commander';

import { openContext, type Context } from '../../context.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples } from '../../examples.ts';
import { isInterruption } from '../../failure.ts';
import { pause, type Shell } from '../../shell.ts';
import { finishWithOutcome } from './finish-with-outcome.ts';
import { exitCodeOfStatus } from './outcomes.ts';

const PAUSE_MS = 500;

/** `millrace execution stop`: terminates an execution and, when asked, waits for its end. */
export function endTaskExecution(parent: Command, shell: Shell): void {
  parent
    .command('stop')
    .description('Terminate an execution; one that has ended stays as it is')
    .argument('<id>', 'the execution')
    .option('--wait', 'wait for the end and answer with the outcome, which is also the exit code')
    .addHelpText('after', examples('millrace execution stop 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --wait'))
    .action(async (executionId: string, options: { wait?: boolean }, command: Command) => {
      const context = await openContext(command, shell);
      await context.client.call('DELETE /processing/executions/{executionId}', { path: { executionId } });
      if (!context.output.json) context.output.print(`Execution ${executionId} is being stopped.`);
      if (!options.wait) return;
      try {
        finishWithOutcome(context, await waitForEnd(context, executionId));
      } catch (error) {
        if (!isInterruption(error)) throw error;
        context.output.note(`Stopped waiting. The execution goes on ending: millrace execution show ${executionId}`);
        shell.exitCode = EXIT.interrupted;
      }
    });
}

async function waitForEnd({ client, shell }: Context, executionId: string): Promise<Schema<'JobExecutionStatus'>> {
  for (;;) {
    const { body: execution } = await client.call('GET /processing/executions/{executionId}', { path: { executionId } });
    if (exitCodeOfStatus(execution.status) !== undefined) return execution;
    await pause(PAUSE_MS, shell.signal);
  }
}
