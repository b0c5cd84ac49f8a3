import { group, serverCommand, listCommand } from '../../command-builders.ts';
import { firstIdIn } from '../../names.ts';
import { localTime } from '../../text.ts';
import { readWholeNumber } from '../../option-values.ts';
import { findTaskId } from '../task/lookup.ts';

const LARGEST_PAGE = 100;

const listWebNotifications = listCommand({
  verb: 'inbox',
  description:
    'Show the notifications in your inbox, newest first\n\n`millrace explain` takes the id of an execution of a task, and `millrace plan follow` that of a plan. The JSON has addresses.',
  options: {
    '--unread': 'only unread ones',
    '--mark-read': 'mark all as read',
    '--limit <n>': { text: `maximum number, at most ${LARGEST_PAGE}`, parse: readWholeNumber, default: 20 },
  },
  examples: ['millrace notification inbox --unread'],
  async read({ client }, options) {
    const query = { limit: Math.min(options.limit, LARGEST_PAGE), ...(options.unread === true && { read: false }) };
    const { body } = await client.call('GET /api/v1/web-notifications', { query });
    if (options.markRead === true)
      await client.call('PATCH /api/v1/web-notifications/all', { body: [{ op: 'replace', path: '/read', value: true }] });
    return body.data;
  },
  columns: () => ({
    TIME: (notification) => localTime(notification.createdAt),
    READ: (notification) => (notification.read ? 'yes' : 'no'),
    NOTIFICATION: (notification) => notification.body,
    'EXECUTION, OR OTHER RECORD': (notification) => recordOf(notification.meta.href),
  }),
  none: 'Your inbox is empty.',
});

/** The id in the address of a record; the path where there is none. A table would cut the address. */
const recordOf = (address: string): string => firstIdIn(address) ?? address.replace(/^https?:\/\/[^/]*/, '');

const listNotifications = serverCommand('list', {
  description: 'List the kinds of notifications that you can subscribe to, and your subscriptions',
  examples: ['millrace notification list'],
  async run({ client, output }) {
    const { body: known } = await client.call('GET /api/v1/notifications', { query: { subscribable: 'true' } });
    const { body: own } = await client.call('GET /api/v1/notifications/subscriptions');
    const transportsOf = (kind: string): string =>
      own.data
        .filter((notification) => notification.kind === kind)
        .flatMap(({ transports }) => transports.map(({ type }) => type))
        .join(', ');
    if (output.wantsData) return output.printData({ ...known, subscriptions: own.data });
    return output.printTable(
      ['KIND', 'MEANING', 'SENT BY'],
      known.notifications.map((notification) => [
        notification.notificationNamePattern,
        notification.presentationInfo?.friendlyName ?? '',
        transportsOf(notification.notificationNamePattern),
      ]),
      '',
    );
  },
});

const TRANSPORTS = ['web', 'email'] as const;

const subscribeToNotifications = serverCommand('subscribe', {
  description: 'Subscribe to a kind of notifications',
  arguments: { '<kind>': 'the kind, as in `millrace notification list`' },
  options: {
    '--by <transports...>': { text: 'how they are sent', choices: TRANSPORTS, default: ['web'] },
    '--task <name or id>': 'only for a task',
  },
  examples: ['millrace notification subscribe task.run.failed --by web email'],
  async run({ client, output, options }, kind: string) {
    const task = options.task === undefined ? {} : { taskId: await findTaskId(client, options.task) };
    const { body: own } = await client.call('GET /api/v1/notifications/subscriptions');
    const added = { kind, ...task, transports: options.by.map((type) => ({ type })) };
    const { body } = await client.call('PUT /api/v1/notifications/subscriptions', {
      body: { data: [...own.data.map(toRequest), added] as never },
    });
    return output.printResult(body.data, `You get notifications of the kind ${kind} from now on.`);
  },
});

const unsubscribeFromNotifications = serverCommand('unsubscribe', {
  description: 'End your subscriptions to a kind of notifications',
  arguments: { '<kind>': 'the kind' },
  examples: ['millrace notification unsubscribe task.run.failed'],
  async run({ client, output }, kind: string) {
    const { body: own } = await client.call('GET /api/v1/notifications/subscriptions');
    const { body } = await client.call('PUT /api/v1/notifications/subscriptions', {
      body: { data: own.data.filter((subscription) => subscription.kind !== kind).map(toRequest) as never },
    });
    return output.printResult(body.data, `You get no notifications of the kind ${kind} any more.`);
  },
});

/** Subscription → request that keeps it. Transports with an id keep their addresses. */
const toRequest = <Own extends { id: string; transports: readonly { id?: string; type: string }[] }>({ id: _id, ...own }: Own) => ({
  ...own,
  transports: own.transports.map((transport) => ({ type: transport.type, ...(transport.id !== undefined && { id: transport.id }) })),
});

/** `millrace notification`. */
export const notificationGroup = group('notification', 'Subscribe to notifications, and show your inbox', [
  listNotifications,
  subscribeToNotifications,
  unsubscribeFromNotifications,
  listWebNotifications,
]);
