import type { Schema } from '@millrace/contract';
import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Output } from '../../output.ts';
import type { Shell } from '../../shell.ts';
import { localTime, oneLine } from '../../text.ts';
import { findEnvironmentId } from '../environments/find-environment.ts';
import { findDynamicEngineId } from './find-dynamic-engine.ts';

/** `millrace dynamic-engine status`. */
export function getDynamicEngineStatus(parent: Command, shell: Shell): void {
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
