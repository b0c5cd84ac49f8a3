/** Changes of a webhook by JSON Patch. */
import type { WordsSent } from '@millrace/contract';
import type { PatchRule, PatchStep } from '../../../core/http/json-patch.ts';
import type { WebhookRow } from './rows.ts';
import { neutralTypes, type WebhookFields } from './stored-fields.ts';
import { requireCloudEventsKept, requireValidWebhook } from './rules.ts';

const SET = ['add', 'replace'] as const;
const ANY = ['add', 'replace', 'remove'] as const;

/**
 * The operations that a PATCH of a webhook allows.
 * @rule webhooks.change.paths
 */
export const WEBHOOK_PATCH = {
  '/name': { ops: SET, value: 'WebhookName' },
  '/description': { ops: ANY, value: 'WebhookDescription' },
  '/url': { ops: SET, value: 'WebhookUrl' },
  '/eventTypes': { ops: ANY, value: 'WebhookEventTypes' },
  '/headers': { ops: ANY, value: 'WebhookHeaders' },
  '/enabled': { ops: ANY, value: 'WebhookSwitch' },
  '/secret': { ops: ANY, value: 'WebhookSecret' },
  '/encryptedHeaders': { ops: ANY, value: 'WebhookSecretHeaders' },
  '/enableCloudEventDelivery': { ops: SET, value: 'WebhookSwitch' },
} as const satisfies Record<string, PatchRule>;

type Step = PatchStep<typeof WEBHOOK_PATCH>;

/** Returns the fields of a webhook after the operations, or refuses them: they must meet the rules of a new webhook. */
export function patchWebhook(row: WebhookRow, steps: readonly Step[], wordsSent: WordsSent): WebhookFields {
  const before: WebhookFields = {
    name: row.name,
    url: row.url,
    description: row.description,
    enabled: row.enabled,
    eventTypes: row.event_types,
    wordsSent,
    filter: row.filter,
    headers: row.headers,
    encryptedHeaders: 'kept',
    secret: 'kept',
    cloudEvents: row.cloud_events,
    checksRevocation: row.checks_revocation,
  };
  const fields = steps.reduce(withStep, before);
  requireCloudEventsKept(row.cloud_events, fields.cloudEvents);
  requireValidWebhook(fields, row.level, fields.url === row.url ? row.encrypted_header_names : []);
  return fields;
}

function withStep(fields: WebhookFields, { path, value }: Step): WebhookFields {
  if (path === '/name') return { ...fields, name: value };
  if (path === '/url') return { ...fields, url: value };
  if (path === '/description') return { ...fields, description: value ?? null };
  if (path === '/eventTypes') return { ...fields, eventTypes: neutralTypes(value ?? []) };
  if (path === '/headers') return { ...fields, headers: value ?? {} };
  if (path === '/enabled') return { ...fields, enabled: value ?? false };
  if (path === '/secret') return { ...fields, secret: value ?? null };
  if (path === '/encryptedHeaders') return { ...fields, encryptedHeaders: value ?? {} };
  return { ...fields, cloudEvents: value };
}
