import { type GlobalOptions } from '../../context.ts';
import {
  requireProfileName,
  profileOf,
  requireStoredProfile,
  listProfiles,
  readStoredSession,
  storeUsedProfile,
} from '../../session-files.ts';
import { group, localCommand } from '../../command-builders.ts';
import { endProfile } from '../session/group.ts';

/** `millrace profile list`. Tokens are not shown. */
const listStoredProfiles = localCommand('list', {
  description: 'List the profiles that login stored on this machine, and which one commands use',
  examples: ['millrace profile list'],
  async run({ command, output, shell }) {
    const used = await profileOf(command.optsWithGlobals<GlobalOptions>(), shell.env);
    const profiles = [];
    for (const name of await listProfiles(shell.env)) {
      const stored = await readStoredSession(shell.env, name).catch(() => undefined);
      const tokens = stored === undefined ? 'damaged file' : stored.refresh ? 'sign-in' : 'personal access token';
      profiles.push({ name, url: stored?.url ?? null, tokens, used: name === used });
    }
    if (output.wantsData) return output.printData(profiles);
    return output.printTable(
      ['NAME', 'ADDRESS', 'TOKENS', 'USED'],
      profiles.map(({ name, url, tokens, used: isUsed }) => [name, url ?? '', tokens, isUsed ? 'yes' : 'no']),
      'There are no profiles. Create one: millrace login --profile <name> --url <address>',
    );
  },
});

const useProfile = localCommand('use', {
  description: 'Use a profile in all later commands that choose no other',
  arguments: { '<name>': 'the profile; default for the one of a login without a profile' },
  examples: ['millrace profile use prod', 'millrace profile use default'],
  async run({ output, shell }, name: string) {
    await requireStoredProfile(requireProfileName(name), shell.env);
    await storeUsedProfile(shell.env, name);
    return output.printResult({ name }, `Commands use the profile ${name}.`);
  },
});

const deleteProfile = localCommand('delete', {
  description: 'Delete a profile. If it was signed in by a browser or a code, its tokens are revoked',
  arguments: { '<name>': 'the profile' },
  examples: ['millrace profile delete prod'],
  async run({ output, shell }, name: string) {
    await requireStoredProfile(requireProfileName(name), shell.env);
    await endProfile(name, output, shell);
  },
});

/** `millrace profile`. */
export const profileGroup = group('profile', 'List and delete the servers that login stored, and choose the one that commands use', [
  listStoredProfiles,
  useProfile,
  deleteProfile,
]);
