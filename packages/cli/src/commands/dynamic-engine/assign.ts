import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { findDynamicEngineId } from './lookup.ts';

/** `millrace dynamic-engine assign` and `millrace dynamic-engine unassign`. */
export function assignDynamicEngine(parent: Command, shell: Shell): void {
  parent
    .command('assign')
    .description('Assign a dynamic-engine environment to a dynamic engine')
    .argument('<name or id>', 'the dynamic engine')
    .argument('<environment>', 'name or id of the environment')
    .addHelpText('after', examples('millrace dynamic-engine assign warehouse production'))
    .action(async (idOrName: string, environment: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const dynamicEngineId = await findDynamicEngineId(client, idOrName);
      const environmentId = await findEnvironmentId(client, environment);
      const route = 'POST /orchestration/dynamic-engine-environments/{environmentId}/connection';
      await client.call(route, { path: { environmentId }, query: { dynamicEngineId } });
      return output.printResult(
        { dynamicEngineId, environmentId },
        'Assigned. Generate the package again and install the part of the environment.',
      );
    });
  parent
    .command('unassign')
    .description('Remove the assignment of an environment')
    .argument('<environment>', 'name or id of the environment')
    .addHelpText('after', examples('millrace dynamic-engine unassign production'))
    .action(async (environment: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const environmentId = await findEnvironmentId(client, environment);
      const route = 'DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection';
      const { status } = await client.call(route, { path: { environmentId } });
      return output.printResult(
        { environmentId },
        status === 202 ? 'The assignment is being removed.' : 'The environment was not assigned.',
      );
    });
}
