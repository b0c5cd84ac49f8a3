/** Transports: the ways to send messages. Addresses to which messages are posted are stored encrypted, because they contain secrets. */
import type { Schema } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { conflict, invalid } from '../../../core/base/problem.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Mail } from '../../../core/outbound/mail.ts';
import type { EncryptedTable } from '../../../core/secrets/encrypted-tables.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import type { PostedForm } from './texts.ts';

/** Transports without an address: mail to the account, and its inbox. */
export const OWN_TRANSPORTS = ['email', 'web'] as const;

/** Transports with an address. */
export const ADDRESSED_TRANSPORTS = ['slack', 'teams', 'webhook'] as const satisfies readonly PostedForm[];

type Sent = Schema<'TransportRequest'>;

type Addressed = { type: PostedForm; id?: string | undefined; url?: string | undefined; index: number };

/** The transports of a request that have an address; `index` is the position of each in the list of the request. */
export const addressedOf = (sent: readonly Sent[]): Addressed[] =>
  sent.flatMap(({ type, id, url }, index) => (type === 'email' || type === 'web' ? [] : [{ type, id, url, index }]));

/**
 * Replaces the transports of a subscription or a rule. One with the id of a known transport of the same type, and without an address, keeps its address.
 * Refuses one that has no address and keeps none.
 * @rule notifications.transports.kept
 * @rule notifications.transports.encrypted
 */
export async function replaceTransports(
  { tx, secrets }: { tx: Tx; secrets: Secrets },
  owner: TransportOwner,
  sent: readonly Addressed[],
  { known, place }: { known?: readonly TransportRow[]; place: string },
): Promise<void> {
  const before = known ?? (await selectTransports(tx, owner));
  const rows = sent.map(({ type, id, url, index }) => {
    if (url !== undefined) return encryptAddress(secrets, type, url, `${place}.${index}`);
    const kept = before.find((row) => row.id === id?.toLowerCase() && row.type === type);
    if (!kept)
      throw invalid('malformed_request', `${place}.${index}: the type ${type} needs a url, or the id of a transport that has one.`);
    return kept;
  });
  await removeTransports(tx, owner);
  for (const row of new Map(rows.map((transport) => [transport.id, transport])).values()) await insertTransport(tx, owner, row);
}

/** Builds a transport for an address, or refuses the address; `place` is its position in the request. */
function encryptAddress(secrets: Secrets, type: PostedForm, text: string, place: string): TransportRow {
  const url = URL.parse(text);
  if (!url?.hostname || url.username !== '' || url.password !== '')
    throw invalid('malformed_request', `${place}.url: the address must name a host, and no user or password.`);
  const id = newId();
  return { id, type, host: url.host, url: secrets.encrypt(url.href, placeOfTransport(id)) };
}

/**
 * Mails need a mail server.
 * @rule notifications.transports.mail
 */
export function requireMailServer(mail: Mail | undefined, isWanted: boolean): void {
  if (isWanted && !mail)
    throw conflict(
      'mail_unavailable',
      'This install has no mail server: set MILLRACE_SMTP_URL and MILLRACE_MAIL_FROM, or use another transport.',
    );
}

/** The owner of a transport: a subscription or an alert rule. */
type TransportOwner = { subscription: string } | { rule: string };

/** A transport with its encrypted address. */
export type TransportRow = { id: string; type: PostedForm; host: string; url: Buffer };

/** Binds an encrypted address to its row. */
export const placeOfTransport = (id: string): string => `notification_transport ${id}`;

/** The table with the encrypted addresses. */
export const transportTable: EncryptedTable = { table: 'notification_transport', key: ['id'], columns: { url: placeOfTransport } };

const ofOwner = (owner: TransportOwner): Sql =>
  'rule' in owner ? sql`t.rule_id = ${owner.rule}` : sql`t.subscription_id = ${owner.subscription}`;

/** The transports `t` of a subscription or a rule as JSON without their addresses; `owner` is a condition. */
export const transportsAsJson = (owner: Sql): Sql => sql`
  coalesce((
    select json_agg(json_build_object('id', t.id, 'type', t.type, 'host', t.host) order by t.id)
    from notification_transport t
    where ${owner}), '[]')`;

/** Selects the transports of a subscription or a rule. */
const selectTransports = (tx: Tx, owner: TransportOwner): Promise<TransportRow[]> =>
  tx.rows(sql`
    select t.id, t.type, t.host, t.url
    from notification_transport t
    where ${ofOwner(owner)}`);

/** Selects the transports of all subscriptions of an account. */
export const selectTransportsOfAccount = (tx: Tx, account: string): Promise<TransportRow[]> =>
  tx.rows(sql`
    select t.id, t.type, t.host, t.url
    from notification_transport t
    join notification_subscription s on s.id = t.subscription_id
    where s.account_id = ${account}`);

/** Removes the transports of a subscription or a rule. */
const removeTransports = (tx: Tx, owner: TransportOwner): Promise<unknown> =>
  tx.rows(sql`
    delete from notification_transport t
    where ${ofOwner(owner)}`);

/** Adds a transport of a subscription or a rule. */
const insertTransport = (tx: Tx, owner: TransportOwner, row: TransportRow): Promise<unknown> =>
  tx.rows(sql`
    insert into notification_transport (id, subscription_id, rule_id, type, host, url)
    values (${row.id}, ${'rule' in owner ? null : owner.subscription}, ${'rule' in owner ? owner.rule : null}, ${row.type}, ${row.host}, ${row.url})`);
