import type { Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import type { Output } from '../../output.ts';
import { serviceAccountNoun } from '../service-account/lookup.ts';
import { userNoun, readAllUsers } from '../user/lookup.ts';
import type { FoundWorkspace } from '../workspace/lookup.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';

type Requests = Schema<'PermissionRequest'>[];
type Preview = { changes: Schema<'PermissionChange'>[]; rejected: { message?: string }[] };
/** The answer to a batch: nothing, the rejected entries, or what the batch would change. */
export type BatchAnswer =
  | { status: 204; body?: undefined }
  | { status: 207; body: { message?: string }[] }
  | { status: 200; body: Preview };

/** A kind of account, users or service accounts: the operations about their rights, and how their ids are found. */
export type KindOfAccount = {
  noun: string;
  find(client: Client, idOrName: string): Promise<string>;
  /** The names by id; empty for a caller that may not list the accounts. */
  names(client: Client): Promise<ReadonlyMap<string, string>>;
  list(client: Client, workspace: string | undefined, account: string | undefined): Promise<Schema<'Permission'>[]>;
  get(client: Client, workspace: string, account: string): Promise<Schema<'Permission'>>;
  add(client: Client, body: Requests, dryRun: boolean): Promise<BatchAnswer>;
  replace(client: Client, body: Requests, dryRun: boolean): Promise<BatchAnswer>;
  remove(client: Client, workspace: string, accounts: string[], dryRun: boolean): Promise<BatchAnswer>;
};

const inWorkspace = (workspaceId: string | undefined) => (workspaceId === undefined ? {} : { workspaceId });

/** Users. */
export const USER_KIND: KindOfAccount = {
  noun: 'user',
  find: userNoun.find,
  names: (client) => visibleNames(async () => (await readAllUsers(client)).map(({ id, login }) => [id, login])),
  list: async (client, workspace, userId) =>
    (await client.call('GET /security/permissions', { query: { ...inWorkspace(workspace), ...(userId !== undefined && { userId }) } }))
      .body,
  get: async (client, workspaceId, userId) =>
    (await client.call('GET /security/workspaces/{workspaceId}/users/{userId}/permissions', { path: { workspaceId, userId } })).body,
  add: (client, body, dryRun) => client.call('POST /security/permissions/batch', { query: { dryRun }, body }),
  replace: (client, body, dryRun) => client.call('PUT /security/permissions/batch', { query: { dryRun }, body }),
  remove: (client, workspace, userIds, dryRun) =>
    client.call('DELETE /security/permissions/batch', { query: { userIds, workspaceIds: [workspace], dryRun } }),
};

/** Service accounts. */
export const SERVICE_ACCOUNT_KIND: KindOfAccount = {
  noun: 'service account',
  find: serviceAccountNoun.find,
  names: (client) => visibleNames(async () => (await client.call('GET /account/service-accounts')).body.map(({ id, name }) => [id, name])),
  list: async (client, workspace, account) => {
    const query = { ...inWorkspace(workspace), ...(account !== undefined && { serviceAccountId: account }) };
    return (await client.call('GET /security/service-accounts/permissions', { query })).body;
  },
  get: async (client, workspaceId, serviceAccountId) => {
    const path = { workspaceId, serviceAccountId };
    return (await client.call('GET /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions', { path })).body;
  },
  add: (client, body, dryRun) => client.call('POST /security/service-accounts/permissions/batch', { query: { dryRun }, body }),
  replace: (client, body, dryRun) => client.call('PUT /security/service-accounts/permissions/batch', { query: { dryRun }, body }),
  remove: (client, workspace, serviceAccountIds, dryRun) =>
    client.call('DELETE /security/service-accounts/permissions/batch', { query: { serviceAccountIds, workspaceIds: [workspace], dryRun } }),
};

async function visibleNames(read: () => Promise<[id: string, name: string][]>): Promise<ReadonlyMap<string, string>> {
  try {
    return new Map(await read());
  } catch (error) {
    if (error instanceof MillraceError && error.status === 403) return new Map();
    throw error;
  }
}

/** The accounts that a command was given: users or service accounts. */
export const ACCOUNT_OPTIONS = {
  '--user <logins or ids...>': 'the users',
  '--service-account <names or ids...>': 'the service accounts, in place of users',
} as const satisfies OptionTable;

/** The values of these options. */
type AccountOptions = OptionsOf<typeof ACCOUNT_OPTIONS>;

/** Finds the accounts that a command was given. Throws a `Failure` unless these are either users or service accounts. */
export async function findAccounts(client: Client, options: AccountOptions): Promise<{ kind: KindOfAccount; ids: string[] }> {
  const { user, serviceAccount } = options;
  const given = user ?? serviceAccount;
  if (given === undefined || (user !== undefined && serviceAccount !== undefined))
    throw new Failure('usage', 'Say whose rights: either --user or --service-account.');
  const kind = user ? USER_KIND : SERVICE_ACCOUNT_KIND;
  const ids = [];
  for (const nameOrId of given) ids.push(await kind.find(client, nameOrId));
  return { kind, ids };
}

/** The text of a list of rights. */
export const rightsText = (rights: readonly string[]): string => rights.join(' ') || 'none';

/**
 * Prints the result of a change, or the changes that it would make. Throws a `Failure` if an entry was rejected, or would be.
 * `done` is the text of a change without rejected entries.
 */
export async function printChanges(
  answer: BatchAnswer,
  {
    client,
    output,
    kind,
    workspace,
    done,
  }: { client: Client; output: Output; kind: KindOfAccount; workspace: FoundWorkspace; done: string },
): Promise<void> {
  const rejected = answer.status === 204 ? [] : answer.status === 207 ? answer.body : answer.body.rejected;
  if (output.wantsData) output.printData(answer.status === 200 ? answer.body : { rejected });
  else if (answer.status === 204) output.print(done);
  else if (answer.status === 200) {
    const names = await kind.names(client);
    output.printTable(
      ['WORKSPACE', 'ACCOUNT', 'NOW', 'THEN'],
      answer.body.changes.map((change) => [
        workspace.name,
        names.get(change.userId) ?? change.userId,
        rightsText(change.before),
        rightsText(change.after),
      ]),
      'It would change nothing.',
    );
    for (const { userId, remainingSharings } of answer.body.changes)
      if (remainingSharings)
        output.print(
          `${names.get(userId) ?? userId} keeps ${remainingSharings.total} sharings in the catalogue. Without a right on the workspace they give no runs and no samples.`,
        );
  }
  if (rejected.length > 0) {
    const reasons = [...new Set(rejected.map(({ message = 'No reason was given.' }) => message))];
    throw new Failure(
      'refused',
      `${rejected.length} of the changes ${answer.status === 200 ? 'would be' : 'were'} rejected: ${reasons.join(' ')}`,
    );
  }
}
