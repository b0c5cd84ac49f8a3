import { Option, type Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findTaskId } from '../tasks/find-task.ts';

const TRANSPORTS = ['web', 'email'] as const;

type ReplaceOptions = { by: (typeof TRANSPORTS)[number][]; task?: string };

/** `millrace notification subscribe`. */
export function subscribeToNotifications(parent: Command, shell: Shell): void {
  parent
    .command('subscribe')
    .description('Subscribe to a kind of notifications')
    .argument('<kind>', 'the kind, as in `millrace notification list`')
    .addOption(new Option('--by <transports...>', 'how they are sent').choices(TRANSPORTS).default(['web']))
    .option('--task <name or id>', 'only for a task')
    .addHelpText('after', examples('millrace notification subscribe task.run.failed --by web email'))
    .action(async (kind: string, options: ReplaceOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const task = options.task === undefined ? {} : { taskId: await findTaskId(client, options.task) };
      const { body: own } = await client.call('GET /api/v1/notifications/subscriptions');
      const added = { kind, ...task, transports: options.by.map((type) => ({ type })) };
      const { body } = await client.call('PUT /api/v1/notifications/subscriptions', {
        body: { data: [...own.data.map(toRequest), added] as never },
      });
      return output.printResult(body.data, `You get notifications of the kind ${kind} from now on.`);
    });
}

/** `millrace notification unsubscribe`. */
export function unsubscribeFromNotifications(parent: Command, shell: Shell): void {
  parent
    .command('unsubscribe')
    .description('End your subscriptions to a kind of notifications')
    .argument('<kind>', 'the kind')
    .addHelpText('after', examples('millrace notification unsubscribe task.run.failed'))
    .action(async (kind: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: own } = await client.call('GET /api/v1/notifications/subscriptions');
      const { body } = await client.call('PUT /api/v1/notifications/subscriptions', {
        body: { data: own.data.filter((subscription) => subscription.kind !== kind).map(toRequest) as never },
      });
      return output.printResult(body.data, `You get no notifications of the kind ${kind} any more.`);
    });
}

/** Subscription → request that keeps it. Transports with an id keep their addresses. */
const toRequest = <Own extends { id: string; transports: readonly { id?: string; type: string }[] }>({ id: _id, ...own }: Own) => ({
  ...own,
  transports: own.transports.map((transport) => ({ type: transport.type, ...(transport.id !== undefined && { id: transport.id }) })),
});
