import type { Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import { serverCommand } from '../../command-builders.ts';
import { addParameter, readParameters } from '../../input.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';
import { readWholeNumber } from '../../option-values.ts';
import { pickVersion, readArtifact } from '../artifact/lookup.ts';
import { engineNoun } from '../engine/lookup.ts';
import { findWorkspaceOrDefault } from '../workspace/lookup.ts';
import { warnOfUndeclaredByArtifact } from './undeclared-parameters.ts';

const CREATE_OPTIONS = {
  '--artifact <name or id>': { text: 'the artifact to run', required: true },
  '--artifact-version <version>': 'its version, as x.y.z or in full (default: the newest)',
  '--workspace <name or id>': 'workspace of the task (default: the only one you see, or Shared of the default environment)',
  '--parameter <name=value>': { text: 'value of a parameter; may be repeated', parse: addParameter },
  '--parameters-file <file>': 'JSON object of parameters, - for stdin; use it for secrets',
  '--context <name>': 'the context of a job archive (default: that of the archive)',
  '--engine <name or id>': 'the engine that runs it (default: any engine of the environment)',
  '--timeout <minutes>': { text: 'end an execution that takes longer', parse: readWholeNumber },
} as const satisfies OptionTable;

type CreateOptions = OptionsOf<typeof CREATE_OPTIONS>;

/** `millrace task create`: creates a task of an artifact, with a manual trigger. */
export const createTask = serverCommand('create', {
  description: 'Create a task from an artifact and set it to run on request',
  arguments: { '<name>': 'name of the task' },
  options: CREATE_OPTIONS,
  examples: [
    'millrace task create nightly-load --artifact load-airports --parameter table=airports',
    'millrace task create nightly-load --artifact load-airports --parameters-file secrets.json --engine berlin --timeout 30',
  ],
  async run({ client, output, shell, options }, name: string) {
    const parameters = await readParameters(options, shell);
    const workspace = await findWorkspaceOrDefault(client, options.workspace);
    const artifact = await readArtifact(client, options.artifact, workspace.id);
    const version = pickVersion(artifact, options.artifactVersion);
    await warnOfUndeclaredByArtifact({ client, output }, { id: artifact.id, version }, Object.keys(parameters ?? {}));
    const runConfig = await toRunConfig(client, options);

    const body: Schema<'CreateTaskRequest'> = {
      name,
      workspaceId: workspace.id,
      environmentId: workspace.environment.id,
      artifact: { id: artifact.id, version },
      ...(parameters && { parameters }),
      ...(options.context !== undefined && { contextName: options.context }),
    };
    const { body: task } = await client.call('POST /orchestration/executables/tasks', { body });
    await setRunConfig(client, task.id, runConfig);
    return output.printResult(
      task,
      `Created task ${task.name} (${task.id}) from ${artifact.name} ${version} in ${workspace.environment.name}/${workspace.name}.`,
    );
  },
});

async function toRunConfig(client: Client, { engine, timeout }: CreateOptions): Promise<Schema<'TaskRunConfigRequest'>> {
  return {
    trigger: { type: 'MANUAL' },
    runtime: engine === undefined ? { type: 'CLOUD' } : { type: 'REMOTE_ENGINE', id: await engineNoun.find(client, engine) },
    ...(timeout !== undefined && { timeout }),
  };
}

/** Sets the run configuration. If that fails, removes the task, so that the command can be repeated with the same name. */
async function setRunConfig(client: Client, taskId: string, body: Schema<'TaskRunConfigRequest'>): Promise<void> {
  try {
    await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId }, body });
  } catch (error) {
    if (error instanceof MillraceError && error.status !== undefined)
      await client.call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId } });
    throw error;
  }
}
