import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { nameEnvironments } from '../environments/name-environments.ts';
import { readRunProfiles } from './find-run-profile.ts';
import { findProfileOwner, withOwner, type OwnerOptions } from './run-profile-options.ts';

const KINDS = { RE: 'engine', REC: 'cluster', DYNAMIC_ENGINE: 'dynamic engines', GEN_2: 'pipeline engine' } as const;

/** `millrace run-profile list`. */
export function searchRunProfiles(parent: Command, shell: Shell): void {
  withOwner(parent.command('list').description('List run profiles: all, or those of one owner'))
    .option('--name <part>', 'only those with this in their name')
    .addHelpText('after', examples('millrace run-profile list', 'millrace run-profile list --engine berlin'))
    .action(async (options: OwnerOptions & { name?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const owner = await findProfileOwner(client, options);
      const page = await readRunProfiles(client, {
        ...(owner && (owner.processorType === 'DYNAMIC_ENGINE' ? { scopeIds: [owner.id] } : { processorIds: [owner.id] })),
        ...(options.name !== undefined && { name: options.name }),
      });
      if (output.json) return output.printJson(page);
      const environmentOf = await nameEnvironments(client);
      return output.printTable(
        ['ID', 'NAME', 'ENVIRONMENT', 'OWNER KIND', 'OWNER', 'DESCRIPTION'],
        page.items.map((profile) => [
          profile.id,
          profile.name,
          environmentOf(profile.scopeId),
          KINDS[profile.processorType],
          profile.processorId,
          profile.description,
        ]),
        'No run profiles.',
      );
    });
}
