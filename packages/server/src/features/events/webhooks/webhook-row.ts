/** The rows of webhooks, and the fields that callers set. */
import { neutralWord, type Schema, type WordsSent } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { EncryptedTable } from '../../../core/secrets/encrypted-tables.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';

/** The row of a webhook. */
export type WebhookRow = {
  id: string;
  tenant_id: string;
  name: string;
  url: string;
  description: string | null;
  level: Schema<'WebhookLevel'>;
  owner_id: string | null;
  enabled: boolean;
  disabled_reason: string | null;
  disabled_reason_code: string | null;
  event_types: string[];
  /** The event types that were written in the words of the published product. */
  vendor_words: string[];
  filter: string | null;
  headers: Record<string, string>;
  encrypted_header_names: string[];
  encrypted_headers: Buffer | null;
  secret: Buffer | null;
  former_secret: Buffer | null;
  former_secret_until: Date | null;
  cloud_events: boolean;
  checks_revocation: boolean;
  origin: Schema<'WebhookOrigin'>;
  created_by: string;
  updated_by: string;
  created_at: Date;
  updated_at: Date;
};

/** The columns of `WebhookRow`, for statements with the alias `w`. */
export const webhookColumns: Sql = sql`
  w.id, w.tenant_id, w.name, w.url, w.description, w.level, w.owner_id, w.enabled, w.disabled_reason, w.disabled_reason_code, w.event_types, w.vendor_words, w.filter,
  w.headers, w.encrypted_header_names, w.encrypted_headers, w.secret, w.former_secret, w.former_secret_until, w.cloud_events, w.checks_revocation,
  w.origin, w.created_by, w.updated_by, w.created_at, w.updated_at`;

/** The fields of a webhook that callers change. The values of encrypted headers are missing if the stored ones stay. */
export type WebhookFields = {
  name: string;
  url: string;
  description: string | null;
  enabled: boolean;
  eventTypes: string[];
  /** The words with which the request writes event types. */
  wordsSent: WordsSent;
  filter: string | null;
  headers: Record<string, string>;
  encryptedHeaders: Record<string, string> | 'kept';
  /** `kept`: the stored value stays; null: there is no value. */
  secret: string | null | 'kept';
  cloudEvents: boolean;
  checksRevocation: boolean;
};

/**
 * Returns event types by the names of Millrace, each once.
 * @rule webhooks.create.words
 */
export const neutralTypes = (sent: readonly string[]): string[] => [...new Set(sent.map(neutralWord))];

/** The context that binds an encrypted secret to its webhook. */
export const webhookSecretPlace = (webhook: string): string => `webhook secret ${webhook}`;

/** The context that binds encrypted headers to their webhook. */
export const webhookHeadersPlace = (webhook: string): string => `webhook headers ${webhook}`;

/** The table with the secrets and the encrypted headers of webhooks. */
export const webhookTable: EncryptedTable = {
  table: 'webhook',
  key: ['id'],
  columns: { secret: webhookSecretPlace, former_secret: webhookSecretPlace, encrypted_headers: webhookHeadersPlace },
};

/** The decrypted data of a webhook for the sender: the valid secrets, the current one first, and the encrypted headers. */
export type WebhookSecrets = { secrets: string[]; headers: Record<string, string> };

/** Decrypts the secrets of a webhook. A former secret is valid until its time. */
export function openWebhookSecrets(
  secrets: Secrets,
  row: Pick<WebhookRow, 'id' | 'secret' | 'former_secret' | 'former_secret_until' | 'encrypted_headers'>,
  now: Date,
): WebhookSecrets {
  const isFormerValid = row.former_secret_until !== null && row.former_secret_until > now;
  const valid = [row.secret, isFormerValid ? row.former_secret : null].filter((secret) => secret !== null);
  return {
    secrets: valid.map((secret) => secrets.decrypt(secret, webhookSecretPlace(row.id))),
    headers: row.encrypted_headers === null ? {} : JSON.parse(secrets.decrypt(row.encrypted_headers, webhookHeadersPlace(row.id))),
  };
}
