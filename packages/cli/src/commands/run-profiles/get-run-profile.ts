import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { nameEnvironments } from '../environments/name-environments.ts';
import { findRunProfileId } from './find-run-profile.ts';

/** `millrace run-profile show`. */
export function getRunProfile(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a run profile; its JVM arguments, which may contain secrets, are shown only with --json')
    .argument('<name or id>', 'the run profile')
    .addHelpText('after', examples('millrace run-profile show "Large joins"', 'millrace run-profile show "Large joins" --json'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findRunProfileId(client, idOrName);
      const { body: profile } = await client.call('GET /processing/run-profiles/{id}', { path: { id } });
      if (output.json) return output.printJson(profile);
      return output.printProperties([
        ['Id', profile.id],
        ['Name', profile.name],
        ['Description', profile.description],
        ['Environment', (await nameEnvironments(client))(profile.scopeId)],
        ['Owner', `${profile.processorType} ${profile.processorId}`],
        ['JVM arguments', profile.jvmArguments.length],
        ['Processors', profile.pod?.cpu],
        ['Memory', profile.pod?.memory],
        ['Disk', profile.pod?.disk],
        ['Image', profile.pod?.image],
        ['Version', profile.version],
        ['Changed', localTime(profile.updateDate)],
      ]);
    });
}
