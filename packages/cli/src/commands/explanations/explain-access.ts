import type { Schema } from '@millrace/contract';
import { Option, type Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import type { Cell } from '../../table.ts';
import { findServiceAccountId } from '../service-accounts/find-service-account.ts';
import { findUserId } from '../users/find-user.ts';

type ExplainOptions = { user?: string; serviceAccount?: string; id?: string; from?: string };

const RESULT_TEXTS = { PASSED: 'passed', FAILED: 'failed', NOT_CHECKED: 'not checked' } as const;

/** `millrace explain access`. */
export function explainAccess(parent: Command, shell: Shell): void {
  parent
    .command('access')
    .description('Show whether an account may use an operation of the API, and why')
    .argument('<operation>', 'method and path, with the id of the object or with its variable')
    .addOption(new Option('--user <user>', 'login or id of a user (default: you)').conflicts('serviceAccount'))
    .option('--service-account <account>', 'name or id of a service account')
    .option('--id <id>', 'object on which the operation needs a right')
    .option('--from <address>', 'address from which the account calls, to check the IP allowlist too')
    .addHelpText(
      'after',
      examples("millrace explain access 'POST /processing/executions' --user ada --id 01985b5e-7d5c-7000-8000-2d3c5a9f1b42"),
    )
    .action(async (operation: string, { user, serviceAccount, id, from }: ExplainOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const account =
        user === undefined ? serviceAccount && (await findServiceAccountId(client, serviceAccount)) : await findUserId(client, user);
      const { body } = await client.call('GET /security/explanations', {
        query: { operation, ...(account && { account }), ...(id && { id }), ...(from && { address: from }) },
      });
      if (output.json) return output.printJson(body);
      return output.printProperties([
        ['Operation', body.operation],
        ['Account', body.account.name],
        ['Answer', { text: body.allowed ? 'allowed' : 'denied', tone: body.allowed ? 'green' : 'red' }],
        ...body.checks.map(({ check, result, message, through }): [string, Cell] => [
          check.charAt(0) + check.slice(1).toLowerCase(),
          `${RESULT_TEXTS[result]}: ${message}${through.length > 0 ? ` Through ${through.map(describeSource).join(', ')}.` : ''}`,
        ]),
      ]);
    });
}

const describeSource = ({ type, name, group }: Schema<'AccessSource'>): string =>
  `${type.toLowerCase().replaceAll('_', ' ')} '${name}'${group ? ` of the group '${group.name}'` : ''}`;
