import { readWholeList } from '../../pages.ts';
import { type Noun, group, nounOf, listCommand, showCommand } from '../../command-builders.ts';
import { localTime } from '../../text.ts';
import { readWholeNumber } from '../../option-values.ts';
import { userNoun } from '../user/lookup.ts';

/** A short id is searched among this many of the newest entries. */
const NEWEST = 1000;

const auditNoun: Noun = {
  ...nounOf(
    'entry',
    (client) => readWholeList(client, 'GET /api/v1/audits', {}, NEWEST),
    ({ id, eventTime, eventType }) => ({ id, names: [], place: `${eventType} ${localTime(eventTime)}` }),
    '<id>',
  ),
  hint: 'entry; the beginning of the id is enough for the newest thousand',
};

const TYPE_PREFIX = 'com.service.v1.';

const listAudits = listCommand({
  description: 'List entries of the audit log, newest first',
  examples: ['millrace audit list --from 2026-11-01', 'millrace audit list --type groups.delete-group --limit 100'],
  options: {
    '--from <time>': 'only those from a time on, such as 2026-11-01 or 2026-11-01T08:00:00Z',
    '--to <time>': 'only those before a time',
    '--user <login or id>': 'only those of a user, or by its id of a service account',
    '--type <type>': 'only those of a type, such as groups.delete-group',
    '--limit <n>': { text: 'maximum number', parse: readWholeNumber, default: 20 },
  },
  async read({ client }, options) {
    const { from = '', to = '', user, type } = options;
    const filter = {
      ...((from || to) && { eventTime: `${from}/${to}` }),
      ...(user !== undefined && { userId: await userNoun.find(client, user) }),
      ...(type !== undefined && { eventType: type.startsWith(TYPE_PREFIX) ? type : TYPE_PREFIX + type }),
    };
    return readWholeList(client, 'GET /api/v1/audits', { query: filter }, options.limit);
  },
  columns: () => ({
    ID: (entry) => entry.id,
    TIME: (entry) => localTime(entry.eventTime),
    ACCOUNT: (entry) => entry.data.username,
    TYPE: (entry) => entry.eventType.replace(TYPE_PREFIX, ''),
    STATUS: (entry) => entry.data.response.code,
    ADDRESS: (entry) => entry.data.clientIp,
  }),
  none: 'No entries.',
});

const showAudit = showCommand(auditNoun, {
  description: 'Show one entry of the audit log: account, request and answer',
  examples: ['millrace audit show 01985b5e-7d5c-7000-8000-2d3c5a9f1b42'],
  read: async (client, id) => (await client.call('GET /api/v1/audits/{id}', { path: { id } })).body,
  print({ output }, entry) {
    const { data } = entry;
    output.printProperties([
      ['Entry', entry.id],
      ['Time', localTime(entry.eventTime)],
      ['Type', entry.eventType],
      ['Account', data.username],
      ['Account id', entry.userId],
      ['Email', data.email || undefined],
      ['Address', data.clientIp],
      ['Program', data.request.userAgent],
      ['Request', `${data.request.method} ${data.request.url}`],
      ['Body', data.request.body],
      ['Status', data.response.code],
      ['Answer', data.response.body],
      ['Request id', data.requestId],
    ]);
  },
});

/** `millrace audit`. */
export const auditGroup = group('audit', 'List the changes that accounts made, or show one of them', [listAudits, showAudit]);
