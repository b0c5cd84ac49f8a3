import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { ifFound } from '../../if-found.ts';
import type { Shell } from '../../shell.ts';
import { describePause } from '../pauses/describe-pause.ts';
import { findTaskId } from './find-task.ts';

/** `millrace task show`. */
export function getTask(parent: Command, shell: Shell): void {
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

/** Reads the run configuration of a task; undefined if it has none. */
export const readRunConfig = async (client: Client, taskId: string): Promise<Schema<'TaskRunConfig'> | undefined> =>
  (await ifFound(client.call('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId } })))?.body;

/** Where a task runs, as commands print it. */
export const runtimeText = ({ type, id }: Schema<'Runtime'>): string =>
  type === 'CLOUD' ? 'any engine' : [type, id].filter(Boolean).join(' ');
