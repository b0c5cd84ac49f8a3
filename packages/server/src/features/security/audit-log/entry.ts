/**
 * Entries of the audit log, as they are written: those of changes, of pages, and of refused sign-ins. The first bits of the id of an entry are its time,
 * so that a period is a range of ids.
 */
import { newId, timeOfId } from '../../../core/base/id.ts';
import type { RateLimiter } from '../../../core/base/limits.ts';
import type { Database } from '../../../core/database/db.ts';
import { firstIdAt } from '../../../core/database/partitions.ts';
import { json, type Sql, sql, storable, type Tx } from '../../../core/database/sql.ts';
import type { ChangeFacts } from '../../../core/http/changes.ts';
import type { PageCall } from '../../../core/http/page.ts';
import { actionOf } from './actions.ts';
import { answerWithoutSecrets, requestWithoutSecrets, urlWithoutSecrets } from './without-secrets.ts';

/** A range of ids; `to` is not part of it. */
export type IdPeriod = { from: string; to: string };

/** An id above all others. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const HOUR = 3_600_000;

/** The hour of an id, counted from 1970, rounded down. */
export const hourOfId = (id: string): number => Math.floor(timeOfId(id).getTime() / HOUR);

/** The first id of an hour. */
export const firstIdOfHour = (hour: number): string => firstIdAt(new Date(hour * HOUR));

/** The milliseconds since 1970 of a column of ids. PostgreSQL 15 has no function for it. */
export const millisecondsIn = (column: Sql): Sql => sql`('x' || left(replace(${column}::text, '-', ''), 12))::bit(48)::bigint`;

/** The first id of a month such as `2026-11`, and the first one after it. */
export function idsOfMonth(month: string): IdPeriod {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: firstIdAt(new Date(Date.UTC(year, number - 1, 1))), to: firstIdAt(new Date(Date.UTC(year, number, 1))) };
}

/** An entry before it is stored; the database adds its number and the email address of the account. */
export type NewEntry = {
  id: string;
  tenant_id: string;
  account_id: string | undefined;
  action: string;
  login: string;
  request_id: string;
  client_address: string;
  method: string;
  url: string;
  user_agent: string | undefined;
  request_body: string | undefined;
  status: number;
  response_body: string | undefined;
};

/** The account to which an entry belongs; without an id, the entry belongs to the tenant alone. */
type Author = { tenant: string; id: string | null; login: string };

/** The maximum bytes of a stored body. */
const BODY_BYTES = 16 * 1024;
/** The maximum characters of the other texts of a request. */
const TEXT_CHARACTERS = 2000;
/** The maximum characters of the name of a program. */
const USER_AGENT_CHARACTERS = 500;

/** Builds the entry of a change. */
export function entryOf(facts: ChangeFacts): NewEntry {
  if (!facts.actor) throw new Error(`${facts.route} has no account`);
  return entryBy(facts.actor, facts);
}

/** Builds the entry of a call for an author, whose identity the call need not prove: a refused sign-in has an entry, too. */
const entryBy = (author: Author, facts: ChangeFacts): NewEntry => ({
  id: newId(),
  tenant_id: author.tenant,
  account_id: author.id ?? undefined,
  action: actionOf(facts.route),
  login: author.login,
  request_id: facts.requestId,
  client_address: facts.client,
  method: facts.route.slice(0, facts.route.indexOf(' ')),
  url: storable(urlWithoutSecrets(facts.route, facts.url)).slice(0, TEXT_CHARACTERS),
  user_agent: facts.userAgent === undefined ? undefined : storable(facts.userAgent).slice(0, USER_AGENT_CHARACTERS),
  request_body: storedBody(requestWithoutSecrets(facts.route, facts.body)),
  status: facts.status,
  response_body: storedBody(answerWithoutSecrets(facts.route, facts.status, facts.answer)),
});

/**
 * Converts a body to text, and cuts it if it is too long.
 * @rule audit-log.entry.size
 */
export function storedBody(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  const text = JSON.stringify(body);
  // A character has at most three bytes in UTF-8 for each unit of a text.
  if (text.length * 3 <= BODY_BYTES) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= BODY_BYTES) return text;
  let end = BODY_BYTES;
  // The following bytes of a character begin with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.subarray(0, end).toString()}… (cut: ${bytes.length} bytes in all)`;
}

/**
 * Builds the statement that stores entries; other statements contain it. The condition gives the transaction its id before a number is taken, because
 * sealing needs this order.
 */
export const insertEntries = (entries: readonly NewEntry[]): Sql => sql`
  insert into audit_entry (
    id, number, tenant_id, account_id, action, login, email, request_id, client_address, method, url, user_agent, request_body, status,
    response_body)
  select n.id, nextval('audit_number'), n.tenant_id, n.account_id, n.action, n.login,
         coalesce((select a.email from account a where a.id = n.account_id), ''), n.request_id, n.client_address, n.method, n.url, n.user_agent,
         n.request_body, n.status, n.response_body
  from json_to_recordset(${json(entries)}::json) as n (
    id uuid, tenant_id uuid, account_id uuid, action text, login text, request_id text, client_address text, method text, url text,
    user_agent text, request_body text, status smallint, response_body text)
  where pg_current_xact_id() is not null`;

/**
 * Stores the entry of a change, in the transaction of the change.
 * @rule audit-log.record.transaction
 */
export const recordChange = (tx: Tx, facts: ChangeFacts): Promise<unknown> => tx.rows(insertEntries([entryOf(facts)]));

/** The pages whose use is recorded, by their paths, with their actions. */
const PAGES = {
  '/device/decision': { method: 'POST', action: 'oauth.allow-device' },
  '/login': { method: 'POST', action: 'sign-in.submit-login' },
  '/login/code': { method: 'POST', action: 'sign-in.submit-code' },
  '/login/openid/callback': { method: 'GET', action: 'sign-in.submit-openid' },
  '/set-password': { method: 'POST', action: 'sign-in.set-own-password' },
  '/account/password': { method: 'POST', action: 'sign-in.change-own-password' },
  '/account/sessions': { method: 'POST', action: 'sign-in.end-own-sessions' },
  '/account/programs': { method: 'POST', action: 'oauth-tokens.take-back-access' },
  '/account/second-factor/confirm': { method: 'POST', action: 'sign-in.add-own-second-factor' },
  '/oauth/consent': { method: 'POST', action: 'oauth.allow-client' },
  '/account/second-factor/remove': { method: 'POST', action: 'sign-in.remove-own-second-factor' },
} as const;

/** The path of a page whose use is recorded. */
type RecordedPage = keyof typeof PAGES;

/** The data of an entry of a page, except its caller. The bodies contain no secret. */
type PageFacts = { page: RecordedPage; status: number; sent?: unknown; answer?: unknown };

type Caller = Pick<PageCall, 'client' | 'requestId' | 'header'>;

/** Builds the entry of a page. The query of the page is never part of it: it may contain a token. */
const entryOfPage = ({ client, requestId, header }: Caller, author: Author, { page, status, sent, answer }: PageFacts): NewEntry => ({
  id: newId(),
  tenant_id: author.tenant,
  account_id: author.id ?? undefined,
  action: PAGES[page].action,
  login: author.login,
  request_id: requestId,
  client_address: client.address,
  method: PAGES[page].method,
  url: page,
  user_agent: header('user-agent') && storable(header('user-agent') ?? '').slice(0, USER_AGENT_CHARACTERS),
  request_body: storedBody(sent),
  status,
  response_body: storedBody(answer),
});

/**
 * Records a change that a person has made on a page, in the transaction of the change.
 * @rule sign-in.account.record
 */
export const recordPageChange = (tx: Tx, call: Caller, author: Author, facts: PageFacts): Promise<unknown> =>
  tx.rows(insertEntries([entryOfPage(call, author, facts)]));

/** Refused sign-ins of one address that a process records in a minute: an attacker must not fill the log. */
const RECORDED_PER_MINUTE = 60;

/**
 * Records a refused sign-in. `account` is the id that the caller sent, if any.
 * @rule audit-log.sign-in.refused
 * @rule audit-log.sign-in.limit
 */
export async function recordRefusedSignIn(
  { db, process: { rateLimiter } }: { db: Database; process: { rateLimiter: RateLimiter } },
  facts: ChangeFacts,
  account: string | undefined,
): Promise<void> {
  if (rateLimiter.take(`refused sign-in ${facts.client}`, RECORDED_PER_MINUTE) !== undefined) return;
  await db.transaction(async (tx) => {
    const author = await selectSignInAuthor(tx, account);
    if (author) await tx.rows(insertEntries([entryBy(author, facts)]));
  });
}

/**
 * Records a refused sign-in on the pages for people, in the tenant of each person that it names. An unknown login is not stored:
 * people type passwords into that field.
 */
export async function recordRefusedLogin(
  call: PageCall,
  page: RecordedPage,
  named: { login: string } | { account: string | undefined },
  facts: Partial<PageFacts> = {},
): Promise<void> {
  const {
    db,
    process: { rateLimiter },
    client,
  } = call;
  if (rateLimiter.take(`refused sign-in ${client.address}`, RECORDED_PER_MINUTE) !== undefined) return;
  await db.transaction(async (tx) => {
    const people = await selectPeopleOfSignIn(tx, named);
    const unknown = people.length > 0 ? undefined : await selectSignInAuthor(tx, undefined);
    const authors = [...people, ...(unknown ? [unknown] : [])];
    await tx.rows(insertEntries(authors.map((one) => entryOfPage(call, one, { page, status: 403, ...facts }))));
  });
}

/**
 * Finds the author of a refused sign-in by the id that the caller sent: a service account, or the tenant of an OAuth client. For any other id, and
 * without one, it is the first tenant of the install.
 */
const selectSignInAuthor = (tx: Tx, account: string | undefined): Promise<Author | undefined> =>
  tx.one(sql`
    select t.id as tenant, a.id, coalesce(a.login, '') as login
    from (
      select id
      from tenant
      order by created_at, id
      limit 1) first
    left join account a on a.id = ${account ?? null}::uuid and a.user_type = 'SERVICE'
    left join oauth_client c on c.id = ${account ?? null}::uuid
    join tenant t on t.id = coalesce(a.tenant_id, c.tenant_id, first.id)`);

/** The maximum number of entries for one refused sign-in, however many tenants have its login. */
const MAX_PEOPLE_NAMED = 10;

/** Selects the people that a sign-in on a page names, by login or id: several tenants may have the same login. */
const selectPeopleOfSignIn = (tx: Tx, { login, account }: { login?: string; account?: string | undefined }): Promise<Author[]> =>
  tx.rows(sql`
    select a.tenant_id as tenant, a.id, a.login
    from account a
    where a.user_type = 'HUMAN'
      and (lower(a.login) = lower(${login ?? null}::text) or a.id = ${account ?? null}::uuid)
    order by a.tenant_id
    limit ${MAX_PEOPLE_NAMED}`);

/** Continues the numbers of entries after those of a restored state. */
export const continueNumbers = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    select setval('audit_number', last.number)
    from (
      select greatest((select max(e.number) from audit_entry e), (select max(s.until) from audit_seal s)) as number) last
    where last.number is not null`);
