/** The SQL statements about addresses to which messages are posted. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { EncryptedTable } from '../../../core/secrets/encrypted-tables.ts';
import type { PostedForm } from './bodies.ts';

/** The owner of a transport: a subscription or an alert rule. */
export type TransportOwner = { subscription: string } | { rule: string };

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
export const selectTransports = (tx: Tx, owner: TransportOwner): Promise<TransportRow[]> =>
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
export const removeTransports = (tx: Tx, owner: TransportOwner): Promise<unknown> =>
  tx.rows(sql`
    delete from notification_transport t
    where ${ofOwner(owner)}`);

/** Adds a transport of a subscription or a rule. */
export const insertTransport = (tx: Tx, owner: TransportOwner, row: TransportRow): Promise<unknown> =>
  tx.rows(sql`
    insert into notification_transport (id, subscription_id, rule_id, type, host, url)
    values (${row.id}, ${'rule' in owner ? null : owner.subscription}, ${'rule' in owner ? owner.rule : null}, ${row.type}, ${row.host}, ${row.url})`);
