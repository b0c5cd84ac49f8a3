/** A caller that tries to get permissions and rights that it does not hold, in a tenant that has them. */
import { PERMISSION_SCOPES, PERMISSIONS, grantsScope, RIGHTS, type Permission, type Right } from '@millrace/contract';
import { newId } from '../../src/core/base/id.ts';
import { sql } from '../../src/core/database/sql.ts';
import { Browser } from './browser.ts';
import type { Answer, Sent, TestServer } from './server.ts';
import { served } from './operation-requests.ts';

/** An account that calls name. */
export type Target = { id: string; login: string };

/** A token of the caller, and the calls that gave it; `scopes` if it has some. */
export type Credential = { token: string; chain: string; scopes?: readonly string[] };

/** A credential with the permissions that its account has now. */
export type Caller = Credential & { permissions: readonly Permission[] };

/** The objects that the calls name: those of the tenant, and those that the caller has added. */
export type Targets = {
  workspace: string;
  /** Users that the caller can sign in as, and users that it has added. */
  own: Target[];
  /** Users that have more permissions or rights. */
  others: Target[];
  groups: string[];
  roles: { id: string; name: string }[];
  serviceAccounts: string[];
  clients: string[];
};

const PASSWORD = 'a password of the attacker';
const IMPERSONATION = 'urn:service:oauth:user-impersonation';

/** The name that the role mappings of the caller have. */
export const MAPPED_NAME = 'name of the attacker';

/** Objects that the caller adds become targets of later calls, up to this number of each kind: with more, the number of calls would explode. */
const MOST_ADDED = 2;

/** An operation for each permission that no other permission allows. It reads, and its path has no variable. */
const PROBES: Readonly<Partial<Record<Permission, string>>> = Object.fromEntries(
  served.filter(({ route, allow }) => /^GET [^{]*$/.test(route) && typeof allow === 'string').map(({ route, allow }) => [allow, route]),
);

const isDenied = ({ status }: Answer): boolean => status === 401 || status === 403;

/** The caller, the accounts that it can sign in as, and the objects of its tenant. */
export class Attacker {
  readonly credentials: Credential[] = [];
  readonly targets: Targets;
  readonly #server: TestServer;
  readonly #tenant: string;
  readonly #held: ReadonlySet<Permission>;
  /** The accounts that the caller can sign in as, by their ids. */
  readonly #accounts = new Set<string>();
  /** The numbers of targets at the beginning. */
  readonly #begun: Partial<Record<keyof Targets, number>> = {};
  /** Whether the next link for a password is used. */
  #usesNextLink = true;
  /** What tokens of OAuth clients have reached. */
  readonly #reached = new Set<string>();

  constructor(
    server: TestServer,
    tenant: string,
    held: readonly Permission[],
    targets: Targets,
    own: readonly (Target & { token: string })[],
  ) {
    this.#server = server;
    this.#tenant = tenant;
    this.#held = new Set(held);
    this.targets = targets;
    for (const { id, token } of own) {
      this.#accounts.add(id);
      this.credentials.push({ token, chain: '' });
    }
  }

  /** The permissions that the caller did not begin with. */
  get missing(): Permission[] {
    return PERMISSIONS.filter((one) => !this.#held.has(one));
  }

  /** Records that the caller knows a password or another way to sign in as the account. */
  addAccount(account: string): void {
    this.#accounts.add(account);
  }

  /** Records that the caller has a token of an account. */
  addToken(token: string, chain: string): void {
    this.credentials.push({ token, chain });
  }

  /** Adds an object to the targets of a kind. */
  add<Kind extends Exclude<keyof Targets, 'workspace'>>(kind: Kind, target: Targets[Kind][number]): void {
    const targets: unknown[] = this.targets[kind];
    const before = (this.#begun[kind] ??= targets.length);
    if (targets.length < before + MOST_ADDED) targets.push(target);
  }

  /** Uses the secret of a service account. */
  async useSecret(account: string, secret: string, chain: string): Promise<void> {
    this.addAccount(account);
    if (this.credentials.some(({ chain: known }) => known === chain)) return;
    const authorization = `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`;
    const asked = { grant_type: 'client_credentials', audience: 'https://api.example.com' };
    const { body } = await this.#server.call('POST /security/oauth/token', { token: undefined, headers: { authorization }, body: asked });
    this.addToken(body.access_token, chain);
  }

  /** Uses a link for a password. The first one is really used; later ones count as access to the account. */
  async useLink(account: string, link: string, chain: string): Promise<void> {
    this.addAccount(account);
    if (!this.#usesNextLink) return;
    this.#usesNextLink = false;
    const browser = new Browser(this.#server.url);
    const { pathname, search } = new URL(link);
    await browser.send(await browser.open(pathname + search), { password: PASSWORD, repeated: PASSWORD });
    const { login } = await this.#server.platform.db.reader.only<{ login: string }>(sql`select login from account where id = ${account}`);
    await browser.signIn(login, PASSWORD);
    const headers = { cookie: browser.cookie };
    const { headers: sent } = await this.#server.call('GET /api/v1/csrf-token', { token: undefined, headers });
    const { body } = await this.#server.call('POST /account/personal-access-tokens', {
      token: undefined,
      headers: { ...headers, 'service-csrf-token': sent.get('service-csrf-token') ?? '' },
      body: { name: newId() },
    });
    if (body.token !== undefined) this.addToken(body.token, chain);
  }

  /** Uses the secret of an OAuth client, as its bot user and as each user. */
  async useClient(client: string, secret: string, chain: string): Promise<void> {
    const base = { client_id: client, client_secret: secret };
    const asked: object[] = [
      { grant_type: 'client_credentials' },
      ...this.targets.others.map(({ id }) => ({ grant_type: IMPERSONATION, user_lookup: { field: 'userId', value: id } })),
    ];
    for (const fields of asked) {
      const { status, body } = await this.#server.call('POST /oauth/token', { token: undefined, body: { ...base, ...fields } });
      if (status !== 200) continue;
      await this.#probe(body.access_token, body.scope.split(' '));
      if (this.credentials.every((one) => one.scopes === undefined))
        this.credentials.push({ token: body.access_token, chain, scopes: body.scope.split(' ') });
    }
  }

  /** Calls operations of each missing permission that the scopes of a token allow. */
  async #probe(token: string, scopes: readonly string[]): Promise<void> {
    for (const permission of this.missing) {
      const probe = PROBES[permission];
      if (probe === undefined || !grantsScope(new Set(scopes), PERMISSION_SCOPES[permission])) continue;
      if (!isDenied(await this.#server.call(probe, { token }))) this.#reached.add(permission);
    }
    if (this.#held.has('SVC_ENVIRONMENT_MANAGEMENT')) return;
    const { status, body } = await this.#server.call('GET /orchestration/workspaces', { token });
    if (status === 200 && JSON.stringify(body).includes(this.targets.workspace)) this.#reached.add('VIEW');
  }

  /** Returns the permissions and rights that the caller has now and did not begin with. */
  async gained(): Promise<string[]> {
    const accounts = [...this.#accounts];
    const rows = await this.#server.platform.db.reader.rows<{ name: string }>(sql`
      select p.permission as name
      from effective_role e
      join role_permission p on p.role_id = e.role_id
      where e.account_id = any (${accounts}::uuid[])
      union
      select unnest(s.permissions)
      from service_account s
      where s.account_id = any (${accounts}::uuid[])
      union
      select p.permission
      from role_mapping_role m
      join role_permission p on p.role_id = m.role_id
      where m.tenant_id = ${this.#tenant}
        and m.name = ${MAPPED_NAME}
      union
      select r.name
      from workspace_right r
      where r.account_id = any (${accounts}::uuid[])
      union
      select 'MANAGE'
      from workspace w
      where w.owner_id = any (${accounts}::uuid[])`);
    const names = new Set([...rows.map(({ name }) => name), ...this.#reached]);
    const mayGiveRights = this.#held.has('SVC_ENVIRONMENT_MANAGEMENT');
    return [...names].filter((name) => (RIGHTS.includes(name as Right) ? !mayGiveRights : !this.#held.has(name as Permission))).toSorted();
  }

  /** Returns one caller for each set of permissions that the credentials have: others would be answered the same. */
  async callers(): Promise<Caller[]> {
    const distinct = new Map<string, Caller>();
    for (const credential of this.credentials) {
      const { status, body } = await this.#server.call('GET /account/me', { token: credential.token });
      const permissions: Permission[] = status === 200 ? body.permissions : this.#held;
      const key = `${credential.scopes?.join() ?? ''} ${[...permissions].join()} ${body?.userType}`;
      if (!distinct.has(key)) distinct.set(key, { ...credential, permissions: [...permissions] });
    }
    return [...distinct.values()];
  }
}

/** Makes a tenant with objects that have all permissions and rights, and in it a caller with these permissions. */
export async function makeAttacker(server: TestServer, held: readonly Permission[]): Promise<Attacker> {
  const { make, call, platform } = server;
  const tenant = await make.otherTenant();
  const administrator = await make.user({ tenant, permissions: PERMISSIONS });
  const asAdministrator = async (route: string, sent: Sent): Promise<Answer['body']> => {
    const { status, body } = await call(route, { ...sent, token: administrator.token });
    if (status >= 300) throw new Error(`${route} ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const { id: workspace } = await make.workspace({ tenant, owner: administrator.id });
  const own = await make.user({ tenant, permissions: held });
  const helper = await make.user({ tenant });
  const author = await make.user({ tenant, rights: { [workspace]: RIGHTS } });
  await platform.db.writer.rows(
    sql`insert into second_factor (account_id, secret, confirmed_at) values (${administrator.id}, 'sealed', now())`,
  );
  const strongRole = await asAdministrator('POST /account/roles', { body: { name: 'Strong', permissions: PERMISSIONS } });
  await asAdministrator('POST /account/roles', { body: { name: 'Weak' } });
  const strongGroup = await asAdministrator('POST /account/groups', { body: { name: 'Strong', roleIds: [strongRole.id] } });
  const weakGroup = await asAdministrator('POST /account/groups', { body: { name: 'Weak', userIds: [own.id, helper.id] } });
  const offered = await asAdministrator('GET /account/service-accounts/permissions', {});
  const strongAccount = await asAdministrator('POST /account/service-accounts', { body: { name: 'Strong', permissions: offered } });
  const weakAccount = await asAdministrator('POST /account/service-accounts', { body: { name: 'Weak', permissions: [] } });
  const robot = await asAdministrator('POST /account/service-accounts', { body: { name: 'Robot', permissions: [] } });
  await asAdministrator('POST /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions', {
    path: { workspaceId: workspace, serviceAccountId: robot.id },
    body: RIGHTS,
  });
  const client = await asAdministrator('POST /api/v1/oauth-clients', {
    body: {
      appType: 'web',
      clientName: 'Strong',
      allowedScopes: ['admin_classic'],
      allowedGrantTypes: ['client_credentials', IMPERSONATION],
    },
  });
  const roles = await platform.db.reader.rows<{ id: string; name: string }>(sql`
    select r.id, r.name
    from role r
    left join account_role m on m.role_id = r.id
    where r.tenant_id = ${tenant}
      and (r.name in ('TenantAdmin', 'Strong', 'Weak') or m.account_id in (${own.id}, ${helper.id}))`);
  return new Attacker(
    server,
    tenant,
    held,
    {
      workspace,
      own: [own, helper].map(({ id, login }) => ({ id, login })),
      others: [author, administrator].map(({ id, login }) => ({ id, login })),
      groups: [weakGroup.id, strongGroup.id],
      roles,
      serviceAccounts: [weakAccount.id, strongAccount.id, robot.id],
      clients: [client.clientId],
    },
    [own, helper],
  );
}
