import type { Command } from 'commander';

import { openOutput, type GlobalOptions } from '../../context.ts';
import { examples } from '../../examples.ts';
import { profileOf } from '../../profiles.ts';
import { listProfiles, readStoredSession } from '../../session-files.ts';
import type { Shell } from '../../shell.ts';

/** `millrace profile list`. Tokens are not shown. */
export function listStoredProfiles(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List the profiles that login stored on this machine, and which one commands use')
    .addHelpText('after', examples('millrace profile list'))
    .action(async (_options: unknown, command: Command) => {
      const output = openOutput(command, shell);
      const used = await profileOf(command.optsWithGlobals<GlobalOptions>(), shell.env);
      const profiles = [];
      for (const name of await listProfiles(shell.env)) {
        const stored = await readStoredSession(shell.env, name).catch(() => undefined);
        const signIn = stored && (stored.refresh ? 'sign-in' : 'personal access token');
        profiles.push({ name, url: stored?.url ?? null, tokens: signIn ?? 'damaged file', used: name === used });
      }
      if (output.json) return output.printJson(profiles);
      return output.printTable(
        ['NAME', 'ADDRESS', 'TOKENS', 'USED'],
        profiles.map(({ name, url, tokens, used: isUsed }) => [name, url ?? '', tokens, isUsed ? 'yes' : 'no']),
        'There are no profiles. Create one: millrace login --profile <name> --url <address>',
      );
    });
}
