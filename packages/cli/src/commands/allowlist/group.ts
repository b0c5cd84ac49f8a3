import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import { ifFound } from '../../if-found.ts';
import { pickOne } from '../../names.ts';
import { type AddCommand, group, listCommand, serverCommand } from '../../command-builders.ts';

/** Reads the IP allowlist of the tenant; undefined if there is none. */
const readAllowlist = async (client: Client) => (await ifFound(client.call('GET /security/ip-allowlist')))?.body;

const showAllowlist = serverCommand('show', {
  description: 'Show whether the IP allowlist is enabled, and its entries',
  examples: ['millrace allowlist show'],
  async run({ client, output }) {
    const allowlist = await readAllowlist(client);
    if (output.wantsData) return output.printData(allowlist ?? null);
    if (allowlist === undefined) return output.print('There is no IP allowlist: calls from all addresses are allowed.');
    output.print(
      allowlist.enabled ? 'Enabled: calls from other addresses are refused.' : 'Disabled: calls from all addresses are allowed.',
    );
    const rows = (allowlist.ips ?? []).map(({ id, ip, description }) => [id, ip, description]);
    return output.printTable(['ID', 'ADDRESS', 'DESCRIPTION'], rows, 'It has no entries.');
  },
});

/** `millrace allowlist add`: adds an address to the IP allowlist, and creates the allowlist as disabled if there is none. */
const addAddress = serverCommand('add', {
  description: 'Add an address or a range to the IP allowlist; the first one creates the allowlist, disabled',
  arguments: {
    '<address>': 'address or range of IPv4 or IPv6, for example 203.0.113.0/24',
    '<description>': 'purpose of the entry, for example the place',
  },
  examples: ['millrace allowlist add 203.0.113.0/24 "Berlin office"'],
  async run({ client, output }, ip: string, description: string) {
    const body = [{ ip, description }];
    const added = await client
      .call('POST /security/ip-allowlist/ips', { body })
      .then((answer) => answer.body)
      .catch(async (error: unknown) => {
        if (!(error instanceof MillraceError) || error.detail !== 'allowlist_missing') throw error;
        return (await client.call('POST /security/ip-allowlist', { body: { enabled: false, ips: body } })).body.ips ?? [];
      });
    return output.printResult(added, `Added ${ip}.`);
  },
});

const removeAddress = serverCommand('remove', {
  description: 'Remove an entry from the IP allowlist; while it is enabled, calls from there are refused at once',
  arguments: { '<address or id>': 'the entry' },
  examples: ['millrace allowlist remove 203.0.113.0/24'],
  async run({ client, output }, addressOrId: string) {
    const { body: entries } = await client.call('GET /security/ip-allowlist/ips');
    const entry = pickOne('entry', addressOrId, entries, ({ id, ip }) => ({ id, names: [ip] }));
    await client.call('DELETE /security/ip-allowlist/ips/{ipEntryId}', { path: { ipEntryId: entry.id } });
    return output.printResult(entry, `Removed ${entry.ip}.`);
  },
});

const switchCommand = (verb: 'enable' | 'disable', description: string): AddCommand =>
  serverCommand(verb, {
    description,
    examples: [`millrace allowlist ${verb}`],
    async run({ client, output }) {
      const enabled = verb === 'enable';
      await client.call('PATCH /security/ip-allowlist', { body: { enabled } });
      return output.printResult({ enabled }, `The IP allowlist is ${verb}d.`);
    },
  });

const listObservations = listCommand({
  verb: 'observations',
  description: 'List accounts and addresses of the last week that the IP allowlist refuses, also while it is disabled',
  examples: ['millrace allowlist observations'],
  read: async ({ client }) => (await client.call('GET /security/ip-allowlist/observations')).body,
  columns: () => ({
    ACCOUNT: (observation) => observation.name,
    ADDRESS: (observation) => observation.address,
    'LAST CALL': (observation) => observation.lastSeen,
    'FIRST CALL': (observation) => observation.firstSeen,
  }),
  none: 'The IP allowlist refuses no call of the last week.',
});

/** `millrace allowlist`. */
export const allowlistGroup = group('allowlist', 'Show and change the addresses from which accounts may call', [
  showAllowlist,
  addAddress,
  removeAddress,
  switchCommand('enable', 'Refuse calls from addresses outside the IP allowlist, at once'),
  switchCommand('disable', 'Allow calls from all addresses, and keep the entries of the IP allowlist'),
  listObservations,
]);
