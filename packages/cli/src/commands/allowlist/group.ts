import { ApiError, type Client } from '@millrace/contract/client';
import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { ifFound } from '../../if-found.ts';
import { pickOne } from '../../names.ts';
import { group, listCommand } from '../../group.ts';
import type { Shell } from '../../shell.ts';

/** Reads the IP allowlist of the tenant; undefined if there is none. */
const readAllowlist = async (client: Client) => (await ifFound(client.call('GET /security/ip-allowlist')))?.body;

/** `millrace allowlist show`. */
function showAllowlist(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show whether the IP allowlist is enabled, and its entries')
    .addHelpText('after', examples('millrace allowlist show'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const allowlist = await readAllowlist(client);
      if (output.json) return output.printJson(allowlist ?? null);
      if (allowlist === undefined) return output.print('There is no IP allowlist: calls from all addresses are allowed.');
      output.print(
        allowlist.enabled ? 'Enabled: calls from other addresses are refused.' : 'Disabled: calls from all addresses are allowed.',
      );
      const rows = (allowlist.ips ?? []).map(({ id, ip, description }) => [id, ip, description]);
      return output.printTable(['ID', 'ADDRESS', 'DESCRIPTION'], rows, 'It has no entries.');
    });
}

/** `millrace allowlist add`: adds an address to the IP allowlist, and creates the allowlist as disabled if there is none. */
function addAddress(parent: Command, shell: Shell): void {
  parent
    .command('add')
    .description('Add an address or a range to the IP allowlist; the first one creates the allowlist, disabled')
    .argument('<address>', 'address or range of IPv4 or IPv6, for example 203.0.113.0/24')
    .argument('<description>', 'purpose of the entry, for example the place')
    .addHelpText('after', examples('millrace allowlist add 203.0.113.0/24 "Berlin office"'))
    .action(async (ip: string, description: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const body = [{ ip, description }];
      const added = await client
        .call('POST /security/ip-allowlist/ips', { body })
        .then((answer) => answer.body)
        .catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.detail !== 'allowlist_missing') throw error;
          return (await client.call('POST /security/ip-allowlist', { body: { enabled: false, ips: body } })).body.ips ?? [];
        });
      return output.printResult(added, `Added ${ip}.`);
    });
}

/** `millrace allowlist remove`. */
function removeAddress(parent: Command, shell: Shell): void {
  parent
    .command('remove')
    .description('Remove an entry from the IP allowlist; while it is enabled, calls from there are refused at once')
    .argument('<address or id>', 'the entry')
    .addHelpText('after', examples('millrace allowlist remove 203.0.113.0/24'))
    .action(async (addressOrId: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: entries } = await client.call('GET /security/ip-allowlist/ips');
      const entry = pickOne('entry', addressOrId, entries, ({ id, ip }) => ({ id, names: [ip] }));
      await client.call('DELETE /security/ip-allowlist/ips/{ipEntryId}', { path: { ipEntryId: entry.id } });
      return output.printResult(entry, `Removed ${entry.ip}.`);
    });
}

/** `millrace allowlist enable` and `millrace allowlist disable`. */
function enableAllowlist(parent: Command, shell: Shell): void {
  const change = (name: string, enabled: boolean, description: string): Command =>
    parent
      .command(name)
      .description(description)
      .addHelpText('after', examples(`millrace allowlist ${name}`))
      .action(async (_options: unknown, command: Command) => {
        const { client, output } = await openContext(command, shell);
        await client.call('PATCH /security/ip-allowlist', { body: { enabled } });
        return output.printResult({ enabled }, `The IP allowlist is ${enabled ? 'enabled' : 'disabled'}.`);
      });
  change('enable', true, 'Refuse calls from addresses outside the IP allowlist, at once');
  change('disable', false, 'Allow calls from all addresses, and keep the entries of the IP allowlist');
}

const listObservations = listCommand({
  verb: 'observations',
  description: 'List accounts and addresses of the last week that the IP allowlist refuses, also while it is disabled',
  examples: ['millrace allowlist observations'],
  async read({ client }) {
    const { body: observations } = await client.call('GET /security/ip-allowlist/observations');
    return observations;
  },
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
  enableAllowlist,
  listObservations,
]);
