/** The rules of webhooks. */
import { EVENT_TYPES, type EventTypeName } from '@millrace/contract/event-types';
import { standardKey } from '@millrace/wire/webhook-signatures';
import { isAddress } from '../../../core/base/addresses.ts';
import { conflict, forbidden, invalid } from '../../../core/base/problem.ts';
import { DELIVERY_NETWORKS } from '../../../core/outbound/settings.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import { readEventFilter } from './event-filter.ts';
import type { WebhookRow } from './rows.ts';
import type { WebhookFields } from './stored-fields.ts';

/** Checks the fields of a new or a changed webhook, except its URL. `kept` are the names of encrypted headers whose values stay. */
export function requireValidWebhook(fields: WebhookFields, level: WebhookRow['level'], kept: readonly string[] = []): void {
  requireKnownTypes(fields.eventTypes, level);
  if (fields.filter !== null) readEventFilter(fields.filter, fields.eventTypes);
  if (fields.secret !== null && fields.secret !== 'kept') requireKey(fields.secret);
  const encrypted = fields.encryptedHeaders === 'kept' ? undefined : fields.encryptedHeaders;
  requireHeaders('headers', fields.headers);
  requireHeaders('encryptedHeaders', encrypted ?? {});
  requireDistinct([...Object.keys(fields.headers), ...(encrypted ? Object.keys(encrypted) : kept)]);
}

/** A secret of Standard Webhooks contains a key. */
function requireKey(secret: string): void {
  if (!standardKey(secret))
    throw invalid(
      'webhook_secret_refused',
      'body.secret: after whsec_ must follow the base64 of at least 24 bytes, as Standard Webhooks says. Leave whsec_ out to use the text itself as the key.',
    );
}

/** A name of a domain, not of a single machine or an address: labels of letters, digits and hyphens, the last one not a number. */
const QUALIFIED = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The name of a single machine. */
const SINGLE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The address of a receiver is https with a fully qualified name. An operator who opens networks allows addresses and names of single machines, too.
 * @rule webhooks.create.https
 * @rule webhooks.create.networks
 */
export function requireReceiverUrl(text: string, { acceptsAnyHost }: Platform['settings']['deliveries']): void {
  const url = URL.parse(text);
  if (!url || !/^https:\/\/[^/?#\\]/i.test(text) || /[\s\\\p{Cc}]/u.test(text))
    throw urlFault('is not an address that begins with https://');
  if (/^[^/?#]*\/\/[^/?#]*@/.test(text)) throw urlFault('has a user or a password: send credentials in encryptedHeaders');
  const { hostname } = url;
  if (!QUALIFIED.test(hostname) && !(acceptsAnyHost && (SINGLE.test(hostname) || isAddress(hostname.replaceAll(/^\[|\]$/g, '')))))
    throw urlFault(
      acceptsAnyHost
        ? `must have the name or the address of a machine, and '${hostname}' is none`
        : `must have a fully qualified domain name, such as hooks.example.com, and '${hostname}' is none; an operator allows addresses and names of single machines by ${DELIVERY_NETWORKS}`,
    );
  if (text.includes('#')) throw urlFault('has a fragment, which no request contains: remove it');
}

/** The address itself may contain a secret, so the message leaves it out. */
const urlFault = (message: string) => invalid('webhook_url_refused', `body.url ${message}.`);

/**
 * The event types exist, and a webhook of this level can receive them.
 * @rule webhooks.create.types
 */
export function requireKnownTypes(types: readonly string[], level: WebhookRow['level']): void {
  for (const type of types) {
    if (!Object.hasOwn(EVENT_TYPES, type))
      throw invalid(
        'event_type_unknown',
        `body.eventTypes: there is no event type '${type}'; GET /api/v1/webhooks/event-types lists them.`,
      );
    if (!EVENT_TYPES[type as EventTypeName].levels.includes(level))
      throw invalid('event_type_unknown', `body.eventTypes: webhooks of the level ${level} cannot receive '${type}'.`);
  }
}

const MAX_HEADER_BYTES = 2048;
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Visible characters of Latin-1, spaces and tabs: what a header field can hold. */
const HEADER_VALUE = /^[\t\x20-\x7e\xa0-\xff]*$/;

/** Headers of the connection, of the body, and those that Millrace sets itself. */
const RESERVED = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'qlik-signature',
  'service-signature',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Headers that a request can contain, with at most 2048 bytes together.
 * @rule webhooks.limits.headers
 * @rule webhooks.headers.reserved
 */
function requireHeaders(field: 'headers' | 'encryptedHeaders', headers: Readonly<Record<string, string>>): void {
  let bytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (!HEADER_NAME.test(name)) throw headerFault(`body.${field}: ${JSON.stringify(name)} is not the name of a header.`);
    if (RESERVED.has(name.toLowerCase()) || /^webhook-/i.test(name))
      throw headerFault(`body.${field}: Millrace sets the header '${name}' itself.`);
    if (!HEADER_VALUE.test(value))
      throw headerFault(`body.${field}: the value of '${name}' has a character that no header can contain, such as a line break.`);
  }
  if (bytes > MAX_HEADER_BYTES)
    throw headerFault(`body.${field}: names and values have ${bytes} bytes together; at most ${MAX_HEADER_BYTES} are possible.`);
}

/** @rule webhooks.headers.unique */
function requireDistinct(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name.toLowerCase())) throw headerFault(`body: the header '${name}' is there twice; letter case does not count.`);
    seen.add(name.toLowerCase());
  }
}

const headerFault = (message: string) => invalid('webhook_header_refused', message);

/**
 * The format CloudEvents cannot be disabled.
 * @rule webhooks.change.cloud-events
 */
export function requireCloudEventsKept(before: boolean, after: boolean): void {
  if (before && !after)
    throw invalid(
      'cloud_events_required',
      'body.enableCloudEventDelivery cannot be switched off once it is on. Create another webhook for the other form.',
    );
}

/**
 * The caller may create a webhook of this level.
 * @rule webhooks.create.level
 * @rule webhooks.create.owner
 */
export function requireMayOwn(actor: Actor, level: WebhookRow['level'], owner: string | undefined): void {
  if (level === 'tenant' && !actor.permissions.has('SVC_WEBHOOK_MANAGEMENT'))
    throw forbidden(
      'tenant_level_refused',
      'Webhooks of the level tenant need the permission SVC_WEBHOOK_MANAGEMENT. Send level user for one of your own.',
    );
  if (level === 'user' && owner !== undefined && owner.toLowerCase() !== actor.id)
    throw forbidden('forbidden', 'body.ownerId: a webhook of the level user belongs to the account that creates it. Leave ownerId out.');
}

/**
 * Level and owner of a webhook cannot change.
 * @rule webhooks.replace.fixed
 */
export function requireOwnerKept(row: WebhookRow, sent: { level?: string | undefined; ownerId?: string | undefined }): void {
  if (sent.level !== undefined && sent.level !== row.level)
    throw invalid('immutable', `body.level: the level of a webhook never changes; this one has the level ${row.level}.`);
  if (row.owner_id !== null && sent.ownerId !== undefined && sent.ownerId.toLowerCase() !== row.owner_id)
    throw invalid('immutable', 'body.ownerId: the owner of a webhook never changes.');
}

const MOST_OF_USER = 150;
const MOST_OF_TENANT = 100;

/**
 * Another webhook of the level can be added. Those of both levels count for the user that creates them.
 * @rule webhooks.limits.user
 * @rule webhooks.limits.tenant
 */
export function requireRoomForWebhook(level: WebhookRow['level'], { own, ofTenant }: { own: number; ofTenant: number }): void {
  if (own >= MOST_OF_USER)
    throw tooManyWebhooks(`You have ${own} webhooks, those of the level tenant that you created among them, which is the maximum`);
  if (level === 'tenant' && ofTenant >= MOST_OF_TENANT)
    throw tooManyWebhooks(`The tenant has ${ofTenant} webhooks of the level tenant, which is the maximum`);
}

const tooManyWebhooks = (message: string) => conflict('webhooks_limit', `${message}: delete one that is not needed.`);

/**
 * The webhook is enabled and sends requests.
 * @rule webhooks.send.enabled
 */
export function requireSendable({ enabled }: WebhookRow): void {
  if (!enabled) throw conflict('webhook_disabled', 'The webhook is disabled, so it sends nothing: enable it first.');
}
