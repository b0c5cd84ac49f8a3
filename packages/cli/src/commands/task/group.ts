import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { followExecution } from '../../execution-log.ts';
import { Failure } from '../../failure.ts';
import { given } from '../../given.ts';
import { deleteCommand, group, listCommand, serverCommand, thingCommand } from '../../command-builders.ts';
import { addParameter, type ParameterValues, readParameters } from '../../input.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';
import { repeated, readWholeNumber } from '../../option-values.ts';
import { readPages } from '../../pages.ts';
import { pickVersion } from '../artifact/lookup.ts';
import { engineNoun } from '../engine/lookup.ts';
import { describePause, pauseCommand } from '../executable/pause.ts';
import { findWorkspaceId } from '../workspace/lookup.ts';
import { changeTaskRunConfig } from './config.ts';
import { createTask } from './create.ts';
import { findTaskId, readRunConfig, runtimeText, taskNoun } from './lookup.ts';
import { warnOfUndeclaredByArtifact, warnOfUndeclaredByTask } from './undeclared-parameters.ts';

const NEWEST = 'newest';

const CHANGE_OPTIONS = {
  '--name <name>': 'new name',
  '--description <text>': 'new description',
  '--artifact-version <version>': `version of its artifact, as x.y.z or in full, or "${NEWEST}"`,
  '--parameter <name=value>': { text: 'value of a parameter; may be repeated', parse: addParameter },
  '--parameters-file <file>': 'JSON object of parameters, - for stdin; use it for secrets',
  '--without-parameter <name>': { text: 'remove the value of a parameter; may be repeated', parse: repeated },
  '--context <name>': 'the context of a job archive',
  '--no-context': 'the context of the archive itself',
  '--engine <name or id>': 'the engine that runs it',
  '--any-engine': 'any engine of the environment runs it',
  '--timeout <minutes>': { text: 'end an execution that takes longer', parse: readWholeNumber },
} as const satisfies OptionTable;

type ChangeOptions = OptionsOf<typeof CHANGE_OPTIONS>;

/** `millrace task change`. */
const changeTask = serverCommand('change', {
  description: 'Change a task; fields that no option names stay as they are',
  arguments: { '<name or id>': 'the task' },
  options: CHANGE_OPTIONS,
  needsOption: true,
  examples: [
    `millrace task change nightly-load --artifact-version ${NEWEST}`,
    'millrace task change nightly-load --parameter table=airports --without-parameter limit',
    'millrace task change nightly-load --engine berlin --timeout 30',
  ],
  async run({ client, output, shell, options }, idOrName: string) {
    if (options.engine !== undefined && options.anyEngine) throw new Failure('usage', 'Give either --engine or --any-engine.');
    const parameters = await readParameters(options, shell);
    const taskId = await findTaskId(client, idOrName);
    const path = { taskId };
    const { body: task } = await client.call('GET /orchestration/executables/tasks/{taskId}', { path });
    const version = await newVersion(client, task, options.artifactVersion);
    const runConfig = await newRunConfig(client, taskId, options);

    const body = changedTask(task, { ...options, parameters, version });
    if (body) {
      await warnOfUndeclaredByArtifact({ client, output }, { id: task.artifact.id, version }, Object.keys(parameters ?? {}));
      await client.call('PUT /orchestration/executables/tasks/{taskId}', { path, body });
    }
    if (runConfig) await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path, body: runConfig });
    const { body: changed } = await client.call('GET /orchestration/executables/tasks/{taskId}', { path });
    return output.printResult(changed, `Changed task ${taskId}; it runs version ${changed.artifact.version} of its artifact.`);
  },
});

async function newVersion(client: Client, { artifact }: Schema<'Task'>, requested: string | undefined): Promise<string> {
  if (requested === undefined) return artifact.version;
  const { body } = await client.call('GET /orchestration/artifacts/{artifactId}', { path: { artifactId: artifact.id } });
  return pickVersion(body, requested === NEWEST ? undefined : requested);
}

type Changes = Pick<ChangeOptions, 'name' | 'description' | 'withoutParameter' | 'context'> & {
  parameters: ParameterValues | undefined;
  version: string;
};

/** The complete task with the changes: the server empties a field that a request leaves out. Undefined if no option changes the task. */
function changedTask(task: Schema<'Task'>, { name, description, withoutParameter = [], context, parameters, version }: Changes) {
  const isSame = name === undefined && description === undefined && withoutParameter.length === 0 && version === task.artifact.version;
  if (isSame && parameters === undefined && context === undefined) return undefined;
  const values: ParameterValues = { ...task.parameters, ...parameters };
  for (const parameter of withoutParameter) {
    // The server keeps secrets that a request does not name. Null removes such a value.
    if (task.secretParameters?.includes(parameter)) {
      values[parameter] = null;
      continue;
    }
    if (!(parameter in values)) throw new Failure('usage', `The task has no value of a parameter ${JSON.stringify(parameter)}.`);
    delete values[parameter];
  }
  const body: Schema<'ReplaceTaskRequest'> = {
    ...task,
    name: name ?? task.name,
    ...(description !== undefined && { description }),
    artifact: { id: task.artifact.id, version },
    parameters: values,
    ...(context !== undefined && { contextName: context === false ? null : context }),
  };
  return body;
}

/** The run configuration with the changes; undefined if no option changes it. */
async function newRunConfig(
  client: Client,
  taskId: string,
  { engine, anyEngine, timeout }: ChangeOptions,
): Promise<Schema<'TaskRunConfigRequest'> | undefined> {
  if (engine === undefined && !anyEngine && timeout === undefined) return undefined;
  const { runtime, ...present } = (await readRunConfig(client, taskId)) ?? { trigger: { type: 'MANUAL' as const }, runtime: {} };
  const { type = 'CLOUD', id, runProfileId } = runtime;
  const kept = { type, ...(id !== undefined && { id }), ...(runProfileId !== undefined && { runProfileId }) };
  return {
    ...present,
    runtime: anyEngine
      ? { type: 'CLOUD' }
      : engine === undefined
        ? kept
        : { type: 'REMOTE_ENGINE', id: await engineNoun.find(client, engine) },
    ...(timeout !== undefined && { timeout }),
  };
}

/** `millrace task run`: starts an execution and, when asked, follows it to its end. */
const startTaskExecution = serverCommand('run', {
  description:
    'Run a task\n\nWith --json and --follow each line is one JSON value: the execution id, the log entries, and last the execution.',
  arguments: { '<name or id>': 'the task' },
  options: {
    '--parameter <name=value>': { text: 'value of a parameter for this run; may be repeated', parse: addParameter },
    '--parameters-file <file>': 'JSON object of parameters, - for stdin; use it for secrets',
    '--context <name>': 'the context of a job archive for this run',
    '-f, --follow': 'print the log as it comes, then the outcome, which is also the exit code',
  },
  examples: ['millrace task run nightly-load --follow', 'millrace task run nightly-load --parameter table=airports_new'],
  async run(context, name: string) {
    const { client, output, shell, options } = context;
    const parameters = await readParameters(options, shell);
    const taskId = await findTaskId(client, name);
    await warnOfUndeclaredByTask(context, taskId, Object.keys(parameters ?? {}));
    const contextName = options.context !== undefined && { contextName: options.context };
    const body: Schema<'ExecutableTask'> = { executable: taskId, ...(parameters && { parameters }), ...contextName };
    const { body: execution } = await client.call('POST /processing/executions', { body });
    if (!output.wantsData) output.print(`Started execution ${execution.executionId}.`);
    else if (options.follow) output.printDataLine(execution);
    else output.printData(execution);
    if (options.follow) await followExecution(context, execution.executionId, 0);
  },
});

const listTasks = listCommand({
  description: 'List tasks',
  examples: ['millrace task list', 'millrace task list --workspace Shared'],
  options: {
    '--workspace <name or id>': 'only those of a workspace',
    '--name <beginning>': 'only those whose name begins like this',
  },
  async read({ client }, options) {
    const filter = {
      ...given({ workspaceId: await findWorkspaceId(client, options.workspace) }),
      ...(options.name !== undefined && { name: options.name }),
    };
    return readPages(client, 'GET /orchestration/executables/tasks', { query: filter });
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

const showTask = thingCommand(taskNoun, 'show', {
  description: 'Show a task and its run configuration; values of parameters, which may be secret, only with --json',
  examples: ['millrace task show nightly-load', 'millrace task show nightly-load --json'],
  async run({ client, output }, taskId) {
    const { body: task } = await client.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } });
    const runConfig = await readRunConfig(client, taskId);
    if (output.wantsData) return output.printData({ ...task, runConfig: runConfig ?? null });
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
  },
});

const sendPause = (client: Client, taskId: string, body: Schema<'PauseRequest'>) =>
  client.call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId }, body });

const PAUSE = 'Pause a task: it starts neither on request nor by its trigger; running executions continue';
const pauseTask = pauseCommand(taskNoun, 'pause', PAUSE, 'nightly-load', sendPause);
const resumeTask = pauseCommand(taskNoun, 'resume', 'Let a paused task start again', 'nightly-load', sendPause);

const deleteTask = deleteCommand(taskNoun, {
  description: 'Delete a task; its executions stay in the history. Refused while an execution is unfinished',
  options: { '--terminate': 'terminate unfinished executions first' },
  examples: ['millrace task delete nightly-load', 'millrace task delete nightly-load --terminate'],
  send: (client, taskId, { terminate }) =>
    client.call('DELETE /orchestration/executables/tasks/{taskId}', {
      path: { taskId },
      query: terminate ? { terminateExecutions: true } : {},
    }),
});

/** `millrace task`. */
export const taskGroup = group('task', 'Make artifacts runnable and run them', [
  createTask,
  startTaskExecution,
  listTasks,
  showTask,
  changeTask,
  changeTaskRunConfig,
  pauseTask,
  resumeTask,
  deleteTask,
]);
