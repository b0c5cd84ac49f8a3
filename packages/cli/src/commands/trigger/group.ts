import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';
import { readPages } from '../../pages.ts';
import { group, listCommand, serverCommand } from '../../command-builders.ts';

/** Reads all triggers whose account is disabled or deleted. */
const readOwnerlessTriggers = (client: Client) => readPages(client, 'GET /orchestration/ownerless-triggers');

/** Finds the id of an account with ownerless triggers by id or login; a deleted account has only its id. */
async function findFormerAccountId(client: Client, idOrLogin: string): Promise<string> {
  if (isId(idOrLogin)) return idOrLogin;
  const { items } = await readOwnerlessTriggers(client);
  const accounts = [...new Map(items.map((item) => [item.accountId, item])).values()];
  const toNamedChoice = ({ accountId, accountLogin }: (typeof items)[number]) => ({
    id: accountId,
    names: [accountLogin ?? 'deleted account'],
  });
  return pickOne('former account', idOrLogin, accounts, toNamedChoice).accountId;
}

const listOwnerlessTriggers = listCommand({
  verb: 'list-ownerless',
  description: 'List the triggers whose account is disabled or deleted; schedules still fire',
  examples: ['millrace trigger list-ownerless'],
  read: ({ client }) => readOwnerlessTriggers(client),
  columns: () => ({
    ACCOUNT: (trigger) => trigger.accountLogin ?? trigger.accountId,
    STATUS: (trigger) => trigger.accountStatus.toLowerCase(),
    KIND: (trigger) => trigger.kind.toLowerCase().replace('_', ' '),
    STARTS: (trigger) => trigger.executableType.toLowerCase(),
    NAME: (trigger) => trigger.executableName ?? trigger.executableId,
    NEXT: (trigger) => trigger.nextDate,
  }),
  none: 'Every trigger has an active account.',
});

const takeOverTriggers = serverCommand('take-over', {
  description: 'Become the account of triggers whose account is disabled or deleted, in the workspaces where you hold EXECUTE',
  arguments: { '[login or id]': 'the former account (default: all)' },
  examples: ['millrace trigger take-over ada'],
  async run({ client, output }, idOrLogin: string | undefined) {
    const body = idOrLogin === undefined ? {} : { account: await findFormerAccountId(client, idOrLogin) };
    const { body: result } = await client.call('POST /orchestration/ownerless-triggers/takeover', { body });
    if (output.wantsData) return output.printData(result);
    const { taken, left } = result;
    output.print(`Taken over: ${taken}.`);
    if (left > 0) output.note(`${left} more stay as they are: you do not hold EXECUTE on their workspaces.`);
  },
});

/** `millrace trigger`. */
export const triggerGroup = group('trigger', 'List triggers without an active account, and take them over', [
  listOwnerlessTriggers,
  takeOverTriggers,
]);
