import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { findEngineId } from './find-engine.ts';

/** `millrace engine show`. */
export function getRemoteEngine(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show an engine: whether it can take work, and the version of its program')
    .argument('<name or id>', 'the engine')
    .addHelpText('after', examples('millrace engine show berlin'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findEngineId(client, idOrName);
      const { body: one } = await client.call('GET /processing/runtimes/remote-engines/{id}', { path: { id } });
      if (output.json) return output.printJson(one);
      const { body: versions } = await client.call('GET /processing/engines');
      return output.printProperties([
        ['Id', one.id],
        ['Name', one.name],
        ['Description', one.description],
        ['Environment', one.workspace?.environment?.name],
        ['Workspace', one.workspace?.name],
        ['Kind', one.managed ? 'built-in' : 'remote'],
        ['Paired', one.status === 'PAIRED' ? 'yes' : 'no'],
        ['Availability', { text: one.availability, tone: one.availability === 'AVAILABLE' ? 'green' : 'yellow' }],
        ['Ill', one.illness && `${one.illness.code} since ${localTime(one.illness.since)}: ${one.illness.message}`],
        ['Isolation', one.isolation],
        ['Program', versions.enginesInfo.find((engine) => engine.id === id)?.packageVersion],
        ['Runtime id', one.runtimeId],
        ['Cluster', one.clusterId],
        ['Created', localTime(one.createDate)],
      ]);
    });
}
