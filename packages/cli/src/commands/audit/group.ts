import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';
import { readWholeList } from '../../pages.ts';
import { type Noun, group, listCommand, showCommand } from '../../group.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../option-values.ts';
import { userNoun } from '../user/lookup.ts';

const auditNoun: Noun = { what: 'entry; the beginning of the id is enough for the newest thousand', argument: '<id>', find: findAuditId };

/** A short id is searched among this many of the newest entries. */
const NEWEST = 1000;

/** Finds the full id of an entry of the audit log by its id or by a beginning that is unique among the newest entries. */
async function findAuditId(client: Client, idOrPrefix: string): Promise<string> {
  if (isId(idOrPrefix)) return idOrPrefix;
  const entries = await readWholeList(client, 'GET /api/v1/audits', {}, NEWEST);
  return pickOne('entry', idOrPrefix, entries, ({ id, eventTime, eventType }) => ({
    id,
    names: [],
    place: `${eventType} ${localTime(eventTime)}`,
  })).id;
}

type ListOptions = { from?: string; to?: string; user?: string; type?: string; limit: number };

const TYPE_PREFIX = 'com.service.v1.';

const listAudits = listCommand({
  description: 'List entries of the audit log, newest first',
  examples: ['millrace audit list --from 2026-11-01', 'millrace audit list --type groups.delete-group --limit 100'],
  options: (command) =>
    command
      .option('--from <time>', 'only those from a time on, such as 2026-11-01 or 2026-11-01T08:00:00Z')
      .option('--to <time>', 'only those before a time')
      .option('--user <login or id>', 'only those of a user, or by its id of a service account')
      .option('--type <type>', 'only those of a type, such as groups.delete-group')
      .option('--limit <n>', 'maximum number', wholeNumber, 20),
  async read({ client }, options: ListOptions) {
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

const getAudit = showCommand(auditNoun, {
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
export const auditGroup = group('audit', 'List the changes that accounts made, or show one of them', [listAudits, getAudit]);
