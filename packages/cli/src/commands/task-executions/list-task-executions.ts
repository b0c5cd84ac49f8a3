import type { Command } from 'commander';
import { Option } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { readPages } from '../../pages.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findTaskId } from '../tasks/find-task.ts';
import { nameTasks } from './name-tasks.ts';
import { EXECUTION_STATUSES, secondsOf, toneOf, type ExecutionStatus } from '../../outcomes/outcomes.ts';

/** `millrace execution list`. */
export function listTaskExecutions(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List executions of the last 60 days, newest first')
    .option('--task <name or id>', 'only those of a task')
    .addOption(new Option('--status <status>', 'only those with a status').choices(EXECUTION_STATUSES))
    .option('--limit <n>', 'how many', wholeNumber, 20)
    .addHelpText(
      'after',
      examples('millrace execution list', 'millrace execution list --task nightly-load --status execution_failed --limit 5'),
    )
    .action(async (options: { task?: string; status?: ExecutionStatus; limit: number }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const filter = options.status === undefined ? {} : { status: options.status };
      const taskId = options.task === undefined ? undefined : await findTaskId(client, options.task);
      const page = await readPages(async (limit, offset) => {
        const query = { ...filter, limit, offset };
        if (taskId === undefined) return (await client.call('GET /processing/executables/tasks/executions', { query })).body;
        return (await client.call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId }, query })).body;
      }, options.limit);
      if (output.json) return output.printJson(page);

      const nameOf = await nameTasks(
        client,
        page.items.map((one) => one.taskId),
      );
      return output.printTable(
        ['EXECUTION', 'TASK', 'STATUS', 'TRIGGERED', 'BY', 'SECONDS'],
        page.items.map((one) => [
          one.executionId,
          nameOf(one.taskId),
          { text: one.status, tone: toneOf(one.status) },
          localTime(one.triggerTimestamp),
          one.executionType,
          secondsOf(one),
        ]),
        'No executions.',
      );
    });
}
