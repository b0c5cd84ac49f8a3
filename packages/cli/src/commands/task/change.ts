import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { serverCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import { addParameter, type ParameterValues, readParameters } from '../../input.ts';
import { repeated, wholeNumber } from '../../option-values.ts';
import { pickVersion } from '../artifact/lookup.ts';
import { engineNoun } from '../engine/lookup.ts';
import { warnOfUndeclaredByArtifact } from './create.ts';
import { readRunConfig, findTaskId } from './lookup.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';

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
  '--timeout <minutes>': { text: 'end an execution that takes longer', parse: wholeNumber },
} as const satisfies OptionTable;

type ChangeOptions = OptionsOf<typeof CHANGE_OPTIONS>;

/** `millrace task change`. */
export const changeTask = serverCommand('change', {
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
    // The server keeps secrets that a request does not name, so that such a value is ended by null.
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
