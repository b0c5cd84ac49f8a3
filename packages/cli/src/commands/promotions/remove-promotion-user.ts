import type { Command } from 'commander';

import type { Shell } from '../../shell.ts';
import { addAccountCommand } from './account-command.ts';

/** `millrace promotion unassign`. */
export const removePromotionUser = (parent: Command, shell: Shell): void =>
  addAccountCommand(parent, shell, {
    verb: 'unassign',
    description: 'No longer let an account analyze and run a promotion',
    done: 'May no longer run it',
    send: async (client, promotionId, account) => {
      if ('userId' in account)
        await client.call('DELETE /orchestration/executables/promotions/{promotionId}/users/{userId}', {
          path: { promotionId, ...account },
        });
      else
        await client.call('DELETE /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}', {
          path: { promotionId, ...account },
        });
    },
  });
