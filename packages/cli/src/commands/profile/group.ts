import type { Command } from 'commander';
import { type GlobalOptions, openOutput } from '../../context.ts';
import { examples } from '../../examples.ts';
import { checkProfile, profileOf, requireProfile } from '../../profiles.ts';
import { listProfiles, readStoredSession, storeUsedProfile } from '../../session-files.ts';
import { group } from '../../group.ts';
import type { Shell } from '../../shell.ts';
import { endProfile } from '../session/group.ts';

/** `millrace profile list`. Tokens are not shown. */
function listStoredProfiles(parent: Command, shell: Shell): void {
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

/** `millrace profile use`. */
function useProfile(parent: Command, shell: Shell): void {
  parent
    .command('use')
    .description('Use a profile in all later commands that choose no other')
    .argument('<name>', 'the profile; default for the one of a login without a profile')
    .addHelpText('after', examples('millrace profile use prod', 'millrace profile use default'))
    .action(async (name: string, _options: unknown, command: Command) => {
      const output = openOutput(command, shell);
      await requireProfile(checkProfile(name), shell.env);
      await storeUsedProfile(shell.env, name);
      return output.printResult({ name }, `Commands use the profile ${name}.`);
    });
}

/** `millrace profile delete`. */
function deleteProfile(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a profile, and revoke the tokens of its sign-in in the browser or by a code')
    .argument('<name>', 'the profile')
    .addHelpText('after', examples('millrace profile delete prod'))
    .action(async (name: string, _options: unknown, command: Command) => {
      await requireProfile(checkProfile(name), shell.env);
      await endProfile(name, openOutput(command, shell), shell);
    });
}

/** `millrace profile`. */
export const profileGroup = group('profile', 'List the servers that login stored, and choose the one that commands use', [
  listStoredProfiles,
  useProfile,
  deleteProfile,
]);
