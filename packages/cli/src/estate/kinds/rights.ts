import { RIGHTS, type Right } from '@millrace/contract';

import { SERVICE_ACCOUNT_RIGHTS, USER_RIGHTS, type BatchAnswer, type RightsHolders } from '../../commands/permission/rights-holders.ts';
import { Failure } from '../../failure.ts';
import type { EstateAddress, NamedNoun } from '../model/address.ts';
import type { EstateKind, EstateObject } from '../model/kind.ts';
import type { Site } from '../model/site.ts';

type Holders = { noun: NamedNoun; field: string; calls: RightsHolders };

const USERS: Holders = { noun: 'user', field: 'user', calls: USER_RIGHTS };
const SERVICE_ACCOUNTS: Holders = { noun: 'service account', field: 'serviceAccount', calls: SERVICE_ACCOUNT_RIGHTS };

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
    for (const { noun, field, calls } of [USERS, SERVICE_ACCOUNTS]) {
      for (const [id, name] of await calls.names(site.client)) site.add({ noun, names: [name] }, id);
      for (const { workspaceId, userId, permissions } of await calls.list(site.client, undefined, undefined)) {
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
    const { calls, workspaceId, userId } = targetOf(site, address);
    const permissions = body['rights'] as Right[];
    const presentRights = await calls.list(site.client, workspaceId, userId);
    requireSuccess(await calls[presentRights.length > 0 ? 'replace' : 'add'](site.client, [{ workspaceId, userId, permissions }], false));
    return `${workspaceId}/${userId}`;
  },

  change: (site, _object, write) => RIGHTS_FILES.create(site, write),

  async remove(site, { address }) {
    const { calls, workspaceId, userId } = targetOf(site, address);
    requireSuccess(await calls.remove(site.client, workspaceId, [userId], false));
  },
};

const accountOf = ({ names }: EstateAddress): EstateAddress => ({
  noun: names[2] === 'user' ? 'user' : 'service account',
  names: names.slice(3),
});

function targetOf(site: Site, address: EstateAddress): { calls: RightsHolders; workspaceId: string; userId: string } {
  const account = accountOf(address);
  return {
    calls: (account.noun === 'user' ? USERS : SERVICE_ACCOUNTS).calls,
    workspaceId: site.idOf({ noun: 'workspace', names: address.names.slice(0, 2) }),
    userId: site.idOf(account),
  };
}

function requireSuccess(answer: BatchAnswer): void {
  if (answer.status === 207)
    throw new Failure('refused', answer.body.map(({ message = 'The server refused the rights.' }) => message).join(' '));
}
