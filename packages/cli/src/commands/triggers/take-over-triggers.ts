import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findFormerAccountId } from './find-former-account.ts';

/** `millrace trigger take-over`. */
export function takeOverTriggers(parent: Command, shell: Shell): void {
  parent
    .command('take-over')
    .description('Become the account of triggers whose account is disabled or deleted, in the workspaces where you hold EXECUTE')
    .argument('[login or id]', 'the former account (default: all)')
    .addHelpText('after', examples('millrace trigger take-over ada'))
    .action(async (idOrLogin: string | undefined, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const body = idOrLogin === undefined ? {} : { account: await findFormerAccountId(client, idOrLogin) };
      const { body: result } = await client.call('POST /orchestration/ownerless-triggers/takeover', { body });
      if (output.json) return output.printJson(result);
      const { taken, left } = result;
      output.print(`Taken over: ${taken}.`);
      if (left > 0) output.note(`${left} more stay as they are: you do not hold EXECUTE on their workspaces.`);
    });
}
