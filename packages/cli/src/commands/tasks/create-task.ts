import type { Schema } from '@millrace/contract';
import { ApiError, type Client } from '@millrace/contract/client';
import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { addParameter, readParameters, type ParameterValues } from '../../parameters.ts';
import type { Shell } from '../../shell.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { resolveArtifact, pickVersion } from '../artifacts/resolve-artifact.ts';
import { findEngineId } from '../engines/find-engine.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { warnOfUndeclaredByArtifact } from './undeclared-parameters.ts';

type CreateOptions = {
  artifact: string;
  artifactVersion?: string;
  workspace?: string;
  parameter?: ParameterValues;
  parametersFile?: string;
  context?: string;
  engine?: string;
  timeout?: number;
};

/** `millrace task create`: creates a task of an artifact, with a manual trigger. */
export function createTask(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('Create a task from an artifact and set it to run on request')
    .argument('<name>', 'name of the task')
    .requiredOption('--artifact <name or id>', 'the artifact to run')
    .option('--artifact-version <version>', 'its version, as x.y.z or in full (default: the newest)')
    .option('--workspace <name or id>', 'workspace of the task (default: the only one you see, or Shared of the default environment)')
    .option('--parameter <name=value>', 'value of a parameter; may be repeated', addParameter)
    .option('--parameters-file <file>', 'JSON object of parameters, - for stdin; use it for secrets')
    .option('--context <name>', 'the context of a job archive (default: that of the archive)')
    .option('--engine <name or id>', 'the engine that runs it (default: any engine of the environment)')
    .option('--timeout <minutes>', 'end an execution that takes longer', wholeNumber)
    .addHelpText(
      'after',
      examples(
        'millrace task create nightly-load --artifact load-airports --parameter table=airports',
        'millrace task create nightly-load --artifact load-airports --parameters-file secrets.json --engine berlin --timeout 30',
      ),
    )
    .action(async (name: string, options: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const parameters = await readParameters(options, shell);
      const workspace = await resolveWorkspace(client, options.workspace);
      const artifact = await resolveArtifact(client, options.artifact, workspace.id);
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
    });
}

async function toRunConfig(client: Client, { engine, timeout }: CreateOptions): Promise<Schema<'TaskRunConfigRequest'>> {
  return {
    trigger: { type: 'MANUAL' },
    runtime: engine === undefined ? { type: 'CLOUD' } : { type: 'REMOTE_ENGINE', id: await findEngineId(client, engine) },
    ...(timeout !== undefined && { timeout }),
  };
}

/** Sets the run configuration. If that fails, removes the task, so that the command can be repeated with the same name. */
async function setRunConfig(client: Client, taskId: string, body: Schema<'TaskRunConfigRequest'>): Promise<void> {
  try {
    await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId }, body });
  } catch (error) {
    if (error instanceof ApiError) await client.call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId } });
    throw error;
  }
}
