/** The fields of webhooks as callers write them and as they are stored: secrets are encrypted, and former secrets stay valid for a while. */
import { neutralWord, type WordsSent, wordsStoredAsTheirs } from '@millrace/contract';
import type { EncryptedTable } from '../../../core/secrets/encrypted-tables.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import type { StoredFields, WebhookRow } from './rows.ts';

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

/** The time that a receiver has to start using a new secret. */
const FORMER_MILLISECONDS = 24 * 3_600_000;

/** The webhook before the change; undefined for a new one. */
type Before = WebhookRow | undefined;

/** Returns the columns of a webhook after a change. */
export function storedFields(secrets: Secrets, id: string, fields: WebhookFields, before: Before, now: Date): StoredFields {
  return {
    name: fields.name.trim(),
    url: fields.url,
    description: fields.description,
    enabled: fields.enabled,
    disabled_reason: fields.enabled ? null : (before?.disabled_reason ?? null),
    disabled_reason_code: fields.enabled ? null : (before?.disabled_reason_code ?? null),
    event_types: fields.eventTypes,
    vendor_words: wordsStoredAsTheirs(
      fields.eventTypes,
      fields.wordsSent,
      before && { words: before.event_types, asTheirs: before.vendor_words },
    ),
    filter: fields.filter,
    headers: fields.headers,
    ...encryptedHeaders(secrets, id, fields, before),
    ...rotatedSecret(secrets, id, fields.secret, before, now),
    cloud_events: fields.cloudEvents,
    checks_revocation: fields.checksRevocation,
  };
}

type EncryptedHeaders = Pick<StoredFields, 'encrypted_headers' | 'encrypted_header_names'>;

/**
 * Encrypted headers are for one receiver: if the URL changes, they are not sent to the new one.
 * @rule webhooks.headers.encrypted
 */
function encryptedHeaders(secrets: Secrets, id: string, { url, encryptedHeaders: sent }: WebhookFields, before: Before): EncryptedHeaders {
  if (sent === 'kept' && url === before?.url)
    return { encrypted_headers: before.encrypted_headers, encrypted_header_names: before.encrypted_header_names };
  if (sent === 'kept' || Object.keys(sent).length === 0) return { encrypted_headers: null, encrypted_header_names: [] };
  return { encrypted_headers: secrets.encrypt(JSON.stringify(sent), webhookHeadersPlace(id)), encrypted_header_names: Object.keys(sent) };
}

type RotatedSecret = Pick<StoredFields, 'secret' | 'former_secret' | 'former_secret_until'>;

/**
 * A new secret leaves the former one valid for a day. The removal of the secret ends both.
 * @rule webhooks.secret.rotation
 */
function rotatedSecret(secrets: Secrets, id: string, sent: WebhookFields['secret'], before: Before, now: Date): RotatedSecret {
  if (sent === null) return { secret: null, former_secret: null, former_secret_until: null };
  const { secret = null, former_secret = null, former_secret_until = null } = before ?? {};
  if (sent === 'kept' || (secret !== null && secrets.decrypt(secret, webhookSecretPlace(id)) === sent))
    return { secret, former_secret, former_secret_until };
  return {
    secret: secrets.encrypt(sent, webhookSecretPlace(id)),
    former_secret: secret,
    former_secret_until: secret === null ? null : new Date(now.getTime() + FORMER_MILLISECONDS),
  };
}

/** Returns the stored values of encrypted headers with these names, in any letter case. */
export function storedHeaders(secrets: Secrets, row: WebhookRow, names: readonly string[], now: Date): Record<string, string> {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const { headers } = openWebhookSecrets(secrets, row, now);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => wanted.has(name.toLowerCase())));
}

/** Replaces the values of headers that must not be shown; `hidden` has the names of these in lower case. */
export const withoutHiddenValues = (headers: Readonly<Record<string, string>>, hidden: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hidden.has(name.toLowerCase()) ? '**OMITTED**' : value]));

/** The context that binds an encrypted secret to its webhook. */
const webhookSecretPlace = (webhook: string): string => `webhook secret ${webhook}`;

/** The context that binds encrypted headers to their webhook. */
const webhookHeadersPlace = (webhook: string): string => `webhook headers ${webhook}`;

/** The table with the secrets and the encrypted headers of webhooks. */
export const webhookTable: EncryptedTable = {
  table: 'webhook',
  key: ['id'],
  columns: { secret: webhookSecretPlace, former_secret: webhookSecretPlace, encrypted_headers: webhookHeadersPlace },
};

/** Decrypts the valid secrets of a webhook, the current one first, and its encrypted headers. A former secret is valid until its time. */
export function openWebhookSecrets(
  secrets: Secrets,
  row: Pick<WebhookRow, 'id' | 'secret' | 'former_secret' | 'former_secret_until' | 'encrypted_headers'>,
  now: Date,
): { secrets: string[]; headers: Record<string, string> } {
  const isFormerValid = row.former_secret_until !== null && row.former_secret_until > now;
  const valid = [row.secret, isFormerValid ? row.former_secret : null].filter((secret) => secret !== null);
  return {
    secrets: valid.map((secret) => secrets.decrypt(secret, webhookSecretPlace(row.id))),
    headers: row.encrypted_headers === null ? {} : JSON.parse(secrets.decrypt(row.encrypted_headers, webhookHeadersPlace(row.id))),
  };
}
