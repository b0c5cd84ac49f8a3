/** Signing in a person that the identity provider knows: user, roles, groups and session, in one transaction. */
import type { Permission } from '@millrace/contract';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { PageCall } from '../../../core/http/page.ts';
import type { OpenIdSetting } from '../../../core/outbound/settings.ts';
import { recordPageChange } from '../../security/audit-log/index.ts';
import { admitById, admitNewcomer } from '../../security/ip-allowlist/index.ts';
import { holdMappedRoles } from '../../security/role-mappings/index.ts';
import { addUser, applyProviderGroups, applyProviderRoles, lockTenant, lockUser, selectAccountsOfSameForm } from '../people/index.ts';
import { openSession } from '../sign-in/index.ts';
import type { ProviderPerson } from './openid-provider.ts';
import { type CandidateUser, decideUser, type Decision, type RefusedReason } from './rules.ts';

/** The header that gives the browser its cookie; or the reason for a refusal, and its account. */
type PersonSignIn = { cookie: string } | { refused: RefusedReason; account: string | undefined };

/** Decides as which user a person signs in, by the users that the database has now. */
async function decide(tx: Tx, { createsUsers }: OpenIdSetting, { issuer, subject, email }: ProviderPerson): Promise<Decision> {
  const bound = await tx.one<CandidateUser>(sql`
    select a.id, a.tenant_id as tenant, a.login, a.active, true as is_bound
    from openid_subject s
    join account a on a.id = s.account_id
    where s.issuer = ${issuer}
      and s.subject = ${subject}`);
  return decideUser({ bound, named: email === undefined ? undefined : await selectUsersNamed(tx, issuer, email), createsUsers });
}

/**
 * Signs a person in. Refuses an address outside the IP allowlist, and a new user above the limit. A refusal changes nothing.
 * @rule sign-in.openid.once
 * @rule sign-in.openid.address
 */
export const signInPerson = (call: PageCall, setting: OpenIdSetting, person: ProviderPerson): Promise<PersonSignIn> =>
  call.db.transaction(async (tx) => {
    const firstDecision = await decide(tx, setting, person);
    const { tenant } = ('user' in firstDecision && firstDecision.user) || (await selectFirstTenant(tx));
    await lockTenant(tx, { tenant });
    // Repeat the decision under the lock: another sign-in of the same person may have created the user meanwhile.
    const decision = await decide(tx, setting, person);
    if ('refused' in decision) return { refused: decision.refused, account: decision.user?.id };
    if ('user' in decision) {
      await admitById(call, decision.user.id, call.client);
      return { cookie: await enter(call, tx, setting, person, decision.user, {}) };
    }
    await admitNewcomer(call, tenant, call.client);
    const { issuer, login, address: email, firstName, lastName } = person;
    if (login === undefined || email === undefined) return { refused: 'no_address', account: undefined };
    // An address that is not verified may be that of another person.
    const isTaken =
      (await tx.any(sql`
        select id
        from account
        where tenant_id = ${tenant}
          and lower(login) = lower(${login})`)) ||
      (await selectAccountsOfSameForm(tx, { tenant }, login)).length > 0 ||
      (await selectUsersNamed(tx, issuer, email)).length > 0;
    if (isTaken) return { refused: 'taken', account: undefined };
    const actor = { tenant, permissions: new Set<Permission>() };
    const id = await addUser({ tx, actor, settings: { limits: call.settings.limits } }, { login, email, firstName, lastName });
    return { cookie: await enter(call, tx, setting, person, { id, tenant, login, is_bound: false }, { created: true }) };
  });

type SignedInUser = { id: string; tenant: string; login: string; is_bound: boolean };

/** Binds the user, brings its roles and groups up to date, records what changed, and starts its session. */
async function enter(
  call: PageCall,
  tx: Tx,
  setting: OpenIdSetting,
  person: ProviderPerson,
  { id, tenant, login, is_bound: isBound }: SignedInUser,
  creation: { created?: true },
): Promise<string> {
  const { issuer, subject, email } = person;
  if (!isBound)
    await tx.rows(sql`
      insert into openid_subject (issuer, subject, account_id)
      values (${issuer}, ${subject}, ${id})`);
  const changes = {
    ...creation,
    ...(!isBound && { bound: true }),
    ...(setting.rolesClaim !== undefined && (await updateRoles(tx, { id, tenant }, person.roles))),
    ...(setting.groupsClaim !== undefined && (await updateGroups(tx, { id, tenant }, person.groups))),
  };
  if (Object.keys(changes).length > 0)
    await recordPageChange(
      tx,
      call,
      { tenant, id, login },
      { page: '/login/openid/callback', status: 303, sent: { issuer, subject, email }, answer: changes },
    );
  return openSession(call, tx, id);
}

/** An object with the names of the changed roles or groups; an empty one if there are none. */
const changed = <Name extends string>(name: Name, names: readonly string[]): { [key in Name]?: readonly string[] } =>
  names.length > 0 ? ({ [name]: names } as { [key in Name]: readonly string[] }) : {};

/** Gives and takes the mapped roles of a user. Returns the names of the changed roles, for the audit log. */
async function updateRoles(tx: Tx, { id, tenant }: { id: string; tenant: string }, names: readonly string[]): Promise<object> {
  const user = { ...(await lockUser(tx, { tenant }, id)), tenant };
  const managed = await holdMappedRoles(tx, { tenant }, names);
  const present = new Set(user.role_ids);
  const given = managed.filter((role) => role.given && !present.has(role.id));
  const taken = await applyProviderRoles(
    tx,
    user,
    given,
    managed.filter((role) => !role.given && present.has(role.id)),
  );
  const namesOf = (roles: readonly { name: string }[]): string[] => roles.map(({ name }) => name).toSorted();
  return { ...changed('rolesGiven', namesOf(given)), ...changed('rolesTaken', namesOf(taken)) };
}

/** Brings the groups of a user up to date. Returns the names of the changed groups, for the audit log. */
async function updateGroups(tx: Tx, user: { id: string; tenant: string }, names: readonly string[]): Promise<object> {
  const { given, taken } = await applyProviderGroups(tx, user, names);
  return { ...changed('groupsGiven', given), ...changed('groupsTaken', taken) };
}

/** Selects the users of all tenants with an email address, also as their login: at most two, because only a single one can be used. */
const selectUsersNamed = (tx: Tx, issuer: string, email: string): Promise<CandidateUser[]> =>
  tx.rows(sql`
    select a.id, a.tenant_id as tenant, a.login, a.active,
           exists (select from openid_subject s where s.account_id = a.id and s.issuer = ${issuer}) as is_bound
    from account a
    where (lower(a.email) = lower(${email}) or lower(a.login) = lower(${email}))
      and a.user_type = 'HUMAN'
      and a.bot_client_id is null
    order by a.id
    limit 2`);

/** The first tenant of the install, in which new users are created. */
const selectFirstTenant = (tx: Tx): Promise<{ tenant: string }> =>
  tx.only(sql`
    select id as tenant
    from tenant
    order by created_at, id
    limit 1`);
