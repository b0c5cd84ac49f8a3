import type { Schema } from '@millrace/contract';
import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Output } from '../../output.ts';
import { group, listCommand } from '../../group.ts';
import type { Shell } from '../../shell.ts';
import { localTime, oneLine } from '../../text.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { assignDynamicEngine } from './assign.ts';
import { findDynamicEngineId } from './lookup.ts';
import { packageDynamicEngine } from './package.ts';

const listDynamicEngines = listCommand({
  description: 'List dynamic engines and their states',
  examples: ['millrace dynamic-engine list'],
  async read({ client }) {
    const { body: engines } = await client.call('GET /processing/runtimes/dynamic-engines');
    return engines;
  },
  columns: () => ({
    ID: (engine) => engine.id,
    NAME: (engine) => engine.name,
    STATE: (engine) => ({ text: engine.state, tone: engine.state === 'CONNECTED' ? 'green' : 'yellow' }),
    SINCE: (engine) => localTime(engine.lastModifiedStateDate),
    CREATED: (engine) => localTime(engine.creationDate),
  }),
  none: 'No dynamic engines. `millrace dynamic-engine create <name>` adds one.',
});

/** `millrace dynamic-engine status`. */
function getDynamicEngineStatus(parent: Command, shell: Shell): void {
  parent
    .command('status')
    .description('Show what the operator of a dynamic engine reports')
    .argument('<name or id>', 'the dynamic engine')
    .option('--environment <name or id>', 'an environment that is assigned to it (default: its own services)')
    .addHelpText(
      'after',
      examples('millrace dynamic-engine status warehouse', 'millrace dynamic-engine status warehouse --environment production'),
    )
    .action(async (idOrName: string, { environment }: { environment?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const dynamicEngineId = await findDynamicEngineId(client, idOrName);
      const { body: status } =
        environment === undefined
          ? await client.call('GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/infra/status', { path: { dynamicEngineId } })
          : await client.call('GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}/status', {
              path: { dynamicEngineId, environmentId: await findEnvironmentId(client, environment) },
            });
      return output.json ? output.printJson(status) : printStatus(output, status);
    });
}

function printStatus(output: Output, { status, reportedAt, services = [], failureEvents = [] }: Schema<'DynamicEngineStatus'>): void {
  output.print(oneLine(`${status}${reportedAt === undefined ? ', nothing was reported yet' : `, reported ${localTime(reportedAt)}`}`));
  for (const service of services) {
    output.print(oneLine(`${service.name ?? '?'}  ${service.status}  ${service.chartVersion ?? ''}`.trimEnd()));
    for (const [name, message] of Object.entries({ ...service.podsErrors, ...service.resourcesErrors }))
      output.print(`  ${oneLine(`${name}: ${message}`)}`);
  }
  for (const { source, message } of failureEvents) output.print(oneLine(`${source ?? 'event'}: ${message ?? ''}`));
}

/** `millrace dynamic-engine create`. */
function createDynamicEngine(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('Create an engine for a Kubernetes cluster')
    .argument('<name>', 'its name')
    .option('--description <text>', 'its purpose')
    .addHelpText('after', examples('millrace dynamic-engine create warehouse --description "Beside the warehouse"'))
    .action(async (name: string, { description }: { description?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: engine } = await client.call('POST /processing/runtimes/dynamic-engines', {
        body: { name, ...(description !== undefined && { description }) },
      });
      if (output.json) return output.printJson(engine);
      output.print(oneLine(`Created dynamic engine ${engine.name}. Its id is ${engine.id}.`));
      return output.print(oneLine(`Install it with its package: millrace dynamic-engine package ${engine.id}`));
    });
}

/** `millrace dynamic-engine delete`. */
function deleteDynamicEngine(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a dynamic engine without environments')
    .argument('<name or id>', 'the dynamic engine')
    .addHelpText('after', examples('millrace dynamic-engine delete warehouse'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findDynamicEngineId(client, idOrName);
      const { status, body: engine } = await client.call('DELETE /processing/runtimes/dynamic-engines/{id}', { path: { id } });
      return output.printResult(
        engine,
        status === 200
          ? `Deleted dynamic engine ${id}.`
          : `The operator removes dynamic engine ${id} from its cluster. Uninstall the package there.`,
      );
    });
}

/** `millrace dynamic-engine`. */
export const dynamicEngineGroup = group(
  'dynamic-engine',
  'Create engines for Kubernetes clusters, write their packages and show their status',
  [createDynamicEngine, listDynamicEngines, packageDynamicEngine, getDynamicEngineStatus, assignDynamicEngine, deleteDynamicEngine],
);
