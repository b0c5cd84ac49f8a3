import type { Command } from 'commander';

import { openOutput } from '../../context.ts';
import { examples } from '../../examples.ts';
import { checkProfile, requireProfile } from '../../profiles.ts';
import { storeUsedProfile } from '../../session-files.ts';
import type { Shell } from '../../shell.ts';

/** `millrace profile use`. */
export function useProfile(parent: Command, shell: Shell): void {
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
