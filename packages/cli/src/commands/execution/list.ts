import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { Option } from 'commander';
import { serverCommand } from '../../group.ts';
import { type Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { EXECUTION_STATUSES, type ExecutionStatus, secondsOf, toneOf } from '../../outcomes/outcomes.ts';
import { type ListPage, readPages } from '../../pages.ts';
import { periodFields, type PeriodOptions, withPeriod } from '../../period-options.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { findTaskId, nameTasks } from '../task/lookup.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';

type ListOptions = PeriodOptions & {
  task?: string;
  environment?: string;
  workspace?: string;
  tag?: string[];
  status?: ExecutionStatus;
  limit: number;
};

/** `millrace execution list`. */
export const listTaskExecutions = serverCommand('list', {
  summary: 'List executions of tasks, newest first',
  description: 'List executions of tasks of the last 60 days, newest first\n\nThose of plans: `millrace plan executions`.',
  options: (command) =>
    withPeriod(
      command
        .option('--task <name or id>', 'only those of a task')
        .option('--environment <name or id>', 'only those of an environment')
        .option('--workspace <name or id>', 'only those of a workspace')
        .option('--tag <tags...>', 'only those whose task had all of these tags')
        .addOption(new Option('--status <status>', 'only those with a status').choices(EXECUTION_STATUSES)),
    ).option('--limit <n>', 'maximum number', wholeNumber, 20),
  examples: [
    'millrace execution list',
    'millrace execution list --task nightly-load --status execution_failed --limit 5',
    'millrace execution list --environment production --tag invoices --from 2026-11-01',
  ],
  async run(context, options: ListOptions) {
    const page = options.task === undefined ? await searchExecutions(context.client, options) : await listOfTask(context.client, options);
    if (context.output.json) return context.output.printJson(page);
    return printExecutions(context, page.items);
  },
});

type Page = ListPage<Schema<'TaskExecutionStatus'>>;

async function searchExecutions(client: Client, options: ListOptions): Promise<Page> {
  const { environment, workspace, tag, status, limit: maximum } = options;
  const filter = {
    ...periodFields(options),
    ...(status !== undefined && { status }),
    ...(tag && { tags: tag }),
    ...(environment !== undefined && { environmentId: await findEnvironmentId(client, environment) }),
    ...(workspace !== undefined && { workspaceId: (await resolveWorkspace(client, workspace)).id }),
  };
  return readPages(async (limit, offset) => {
    return (await client.call('POST /processing/executables/tasks/executions', { body: { ...filter, limit, offset } })).body;
  }, maximum);
}

async function listOfTask(client: Client, options: ListOptions): Promise<Page> {
  const { task = '', environment, workspace, tag, status, limit: maximum } = options;
  if (environment !== undefined || workspace !== undefined || tag)
    throw new Failure('usage', 'With --task, leave out --environment, --workspace and --tag.');
  const path = { taskId: await findTaskId(client, task) };
  const filter = { ...periodFields(options), ...(status !== undefined && { status }) };
  return readPages(async (limit, offset) => {
    const query = { ...filter, limit, offset };
    return (await client.call('GET /processing/executables/tasks/{taskId}/executions', { path, query })).body;
  }, maximum);
}

async function printExecutions({ client, output }: Context, executions: Page['items']): Promise<void> {
  const nameOf = await nameTasks(
    client,
    executions.map((execution) => execution.taskId),
  );
  output.printTable(
    ['EXECUTION', 'TASK', 'STATUS', 'TRIGGERED', 'BY', 'SECONDS'],
    executions.map((execution) => [
      execution.executionId,
      nameOf(execution.taskId),
      { text: execution.status, tone: toneOf(execution.status) },
      localTime(execution.triggerTimestamp),
      execution.executionType,
      secondsOf(execution),
    ]),
    'No executions.',
  );
}
