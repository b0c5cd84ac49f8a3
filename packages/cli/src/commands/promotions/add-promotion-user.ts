import type { Command } from 'commander';

import type { Shell } from '../../shell.ts';
import { addAccountCommand } from './account-command.ts';

/** `millrace promotion assign`. */
export const addPromotionUser = (parent: Command, shell: Shell): void =>
  addAccountCommand(parent, shell, {
    verb: 'assign',
    description: 'Let an account analyze and run a promotion',
    done: 'May run it now',
    send: async (client, promotionId, account) => {
      if ('userId' in account)
        await client.call('PUT /orchestration/executables/promotions/{promotionId}/users/{userId}', { path: { promotionId, ...account } });
      else
        await client.call('PUT /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}', {
          path: { promotionId, ...account },
        });
    },
  });
