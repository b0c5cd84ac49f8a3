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
      const { body: engine } = await client.call('GET /processing/runtimes/remote-engines/{id}', { path: { id } });
      if (output.json) return output.printJson(engine);
      const { body: versions } = await client.call('GET /processing/engines');
      return output.printProperties([
        ['Id', engine.id],
        ['Name', engine.name],
        ['Description', engine.description],
        ['Environment', engine.workspace?.environment?.name],
        ['Workspace', engine.workspace?.name],
        ['Kind', engine.managed ? 'built-in' : 'remote'],
        ['Paired', engine.status === 'PAIRED' ? 'yes' : 'no'],
        ['Availability', { text: engine.availability, tone: engine.availability === 'AVAILABLE' ? 'green' : 'yellow' }],
        ['Ill', engine.illness && `${engine.illness.code} since ${localTime(engine.illness.since)}: ${engine.illness.message}`],
        ['Isolation', engine.isolation],
        ['Java', engine.javas?.join(', ') || undefined],
        ['Program', versions.enginesInfo.find((engine) => engine.id === id)?.packageVersion],
        ['Runtime id', engine.runtimeId],
        ['Cluster', engine.clusterId],
        ['Created', localTime(engine.createDate)],
      ]);
    });
}
