import { RIGHTS, type Right } from '@millrace/contract';

import { SERVICE_ACCOUNT_KIND, USER_KIND, type BatchAnswer, type KindOfAccount } from '../../commands/permission/account-kinds.ts';
import { Failure } from '../../failure.ts';
import type { EstateAddress, NamedNoun } from '../model/address.ts';
import type { EstateKind, EstateObject } from '../model/kind.ts';
import type { Site } from '../model/site.ts';

/** How a file names an account of a kind. */
type KindOfFile = { noun: NamedNoun; field: string; kind: KindOfAccount };

const USERS: KindOfFile = { noun: 'user', field: 'user', kind: USER_KIND };
const SERVICE_ACCOUNTS: KindOfFile = { noun: 'service account', field: 'serviceAccount', kind: SERVICE_ACCOUNT_KIND };

/** The rights of an account on a workspace. The owner of a workspace has every right, which is not written. */
export const RIGHTS_FILES: EstateKind = {
  noun: 'rights',
  path: 'environments/*/workspaces/*/rights/*.yaml',
  shape: {
    fields: {
      user: { type: 'string', minLength: 1, maxLength: 255, description: 'Login of the user.' },
      serviceAccount: { type: 'string', minLength: 1, maxLength: 255, description: 'Name of the service account, in place of a user.' },
      rights: { $ref: '#/components/schemas/RightNames' },
    },
    required: ['rights'],
    either: ['user', 'serviceAccount'],
  },
  ownNames: ({ user, serviceAccount }) => (user === undefined ? ['service account', String(serviceAccount)] : ['user', String(user)]),
  pathNames: ([environment = '', workspace = '', , account = '']) => [environment, workspace, account],
  needs: (_fields, address) => [accountOf(address)],

  // AUTHOR, EXECUTE, PUBLISH and MANAGE include VIEW, and EXECUTOR is another spelling of EXECUTE.
  normalize: ({ rights, ...rest }) => {
    const named = new Set((rights as string[]).map((right) => (right === 'EXECUTOR' ? 'EXECUTE' : right)));
    if (named.size > 0) named.add('VIEW');
    return { ...rest, rights: RIGHTS.filter((right) => named.has(right)) };
  },

  async read(site) {
    const { body: workspaces } = await site.client.call('GET /orchestration/workspaces');
    const owners = new Map(workspaces.map(({ id = '', owner = '' }) => [id, owner]));
    const objects: EstateObject[] = [];
    let unnamed = 0;
    for (const { noun, field, kind } of [USERS, SERVICE_ACCOUNTS]) {
      for (const [id, name] of await kind.names(site.client)) site.add({ noun, names: [name] }, id);
      for (const { workspaceId, userId, permissions } of await kind.list(site.client, undefined, undefined)) {
        const [workspace, account] = [site.addressOf(workspaceId), site.addressOf(userId)];
        if (workspace && !account) unnamed += 1;
        if (!workspace || !account) continue;
        const [name = ''] = account.names;
        if (noun === 'user' && owners.get(workspaceId) === name && permissions.length === RIGHTS.length) continue;
        const address: EstateAddress = { noun: 'rights', names: [...workspace.names, noun, name] };
        objects.push({ address, id: `${workspaceId}/${userId}`, fields: { [field]: name, rights: permissions } });
      }
    }
    if (unnamed > 0) site.notes.push(`${unnamed} rights are left out: you may not list the accounts that have them.`);
    return objects;
  },

  async create(site, { address, body }) {
    const { kind, workspaceId, userId } = targetOf(site, address);
    const permissions = body['rights'] as Right[];
    const presentRights = await kind.list(site.client, workspaceId, userId);
    requireSuccess(await kind[presentRights.length > 0 ? 'replace' : 'add'](site.client, [{ workspaceId, userId, permissions }], false));
    return `${workspaceId}/${userId}`;
  },

  change: (site, _object, write) => RIGHTS_FILES.create(site, write),

  async remove(site, { address }) {
    const { kind, workspaceId, userId } = targetOf(site, address);
    requireSuccess(await kind.remove(site.client, workspaceId, [userId], false));
  },
};

const accountOf = ({ names }: EstateAddress): EstateAddress => ({
  noun: names[2] === 'user' ? 'user' : 'service account',
  names: names.slice(3),
});

function targetOf(site: Site, address: EstateAddress): { kind: KindOfAccount; workspaceId: string; userId: string } {
  const account = accountOf(address);
  return {
    kind: (account.noun === 'user' ? USERS : SERVICE_ACCOUNTS).kind,
    workspaceId: site.idOf({ noun: 'workspace', names: address.names.slice(0, 2) }),
    userId: site.idOf(account),
  };
}

function requireSuccess(answer: BatchAnswer): void {
  if (answer.status === 207)
    throw new Failure('refused', answer.body.map(({ message = 'The server refused the rights.' }) => message).join(' '));
}
