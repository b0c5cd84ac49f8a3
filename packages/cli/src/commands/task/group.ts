import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { group, listCommand } from '../../group.ts';
import { readPages } from '../../pages.ts';
import type { Shell } from '../../shell.ts';
import { addPauseCommand, describePause, type SendPause } from '../executable/pause.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import { changeTask } from './change.ts';
import { changeTaskRunConfig } from './config.ts';
import { createTask } from './create.ts';
import { findTaskId, readRunConfig, runtimeText } from './lookup.ts';
import { startTaskExecution } from './run.ts';

const listTasks = listCommand({
  description: 'List tasks',
  examples: ['millrace task list', 'millrace task list --workspace Shared'],
  options: (command) =>
    command
      .option('--workspace <name or id>', 'only those of a workspace')
      .option('--name <beginning>', 'only those whose name begins like this'),
  async read({ client }, options: { workspace?: string; name?: string }) {
    const filter = {
      ...(options.workspace !== undefined && { workspaceId: (await resolveWorkspace(client, options.workspace)).id }),
      ...(options.name !== undefined && { name: options.name }),
    };
    const page = await readPages(
      async (limit, offset) => (await client.call('GET /orchestration/executables/tasks', { query: { ...filter, limit, offset } })).body,
    );
    return page;
  },
  columns: () => ({
    ID: ({ executable }) => executable,
    NAME: ({ name }) => name,
    WORKSPACE: ({ workspace }) => workspace.name,
    ENVIRONMENT: ({ workspace }) => workspace.environment?.name,
    'RUNS ON': ({ runtime }) =>
      runtime?.type === undefined
        ? { text: 'not set', tone: 'dim' }
        : runtime.type === 'CLOUD'
          ? 'any engine'
          : (runtime.id ?? runtime.type),
  }),
  none: 'No tasks.',
});

/** `millrace task show`. */
function getTask(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a task and its run configuration; values of parameters, which may be secret, only with --json')
    .argument('<name or id>', 'the task')
    .addHelpText('after', examples('millrace task show nightly-load', 'millrace task show nightly-load --json'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const taskId = await findTaskId(client, idOrName);
      const { body: task } = await client.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } });
      const runConfig = await readRunConfig(client, taskId);
      if (output.json) return output.printJson({ ...task, runConfig: runConfig ?? null });
      const { workspace, artifact, taskPauseDetails: pause } = task;
      return output.printProperties([
        ['Id', task.id],
        ['Name', task.name],
        ['Description', task.description],
        ['Workspace', [workspace?.environment?.name, workspace?.name].filter(Boolean).join('/')],
        ['Artifact', `${artifact.name ?? artifact.id} ${artifact.version}`],
        ['Version', task.version],
        ['Parameters', [...Object.keys(task.parameters ?? {}), ...(task.secretParameters ?? [])].join(', ')],
        ['Context', runConfig?.contextName ?? task.contextName],
        ['Tags', task.tags?.join(', ')],
        ['Paused', describePause(pause)],
        ['Trigger', runConfig?.trigger.type ?? 'none'],
        ['Runs on', runConfig && runtimeText(runConfig.runtime)],
        ['Time limit', runConfig?.timeout === undefined ? undefined : `${runConfig.timeout} min`],
      ]);
    });
}

const send: SendPause = async (client, idOrName, body) => {
  const taskId = await findTaskId(client, idOrName);
  await client.call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId }, body });
  return taskId;
};

/** `millrace task pause`. */
const pauseTask = (parent: Command, shell: Shell): void =>
  addPauseCommand(parent, shell, {
    name: 'pause',
    description: 'Pause a task: it starts neither on request nor by its trigger; running executions continue',
    noun: 'task',
    example: 'nightly-load',
    send,
  });

/** `millrace task resume`. */
const resumeTask = (parent: Command, shell: Shell): void =>
  addPauseCommand(parent, shell, {
    name: 'resume',
    description: 'Let a paused task start again',
    noun: 'task',
    example: 'nightly-load',
    send,
  });

/** `millrace task delete`. */
function deleteTask(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a task; its executions stay in the history. Refused while an execution is unfinished')
    .argument('<name or id>', 'the task')
    .option('--terminate', 'terminate unfinished executions first')
    .addHelpText('after', examples('millrace task delete nightly-load', 'millrace task delete nightly-load --terminate'))
    .action(async (idOrName: string, options: { terminate?: true }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const taskId = await findTaskId(client, idOrName);
      const query = options.terminate ? { terminateExecutions: true } : {};
      await client.call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId }, query });
      return output.printResult({ id: taskId }, `Deleted task ${taskId}.`);
    });
}

/** `millrace task`. */
export const taskGroup = group('task', 'Make artifacts runnable and run them', [
  createTask,
  startTaskExecution,
  listTasks,
  getTask,
  changeTask,
  changeTaskRunConfig,
  pauseTask,
  resumeTask,
  deleteTask,
]);
