/** The signatures of a delivery. */
import { createHmac } from 'node:crypto';

/** The signed parts of a delivery. The id and the time are part of the Standard Webhooks signature only. */
export type SignedDelivery = { id: string; seconds: number; body: string };

/**
 * Builds the headers of a delivery that prove its sender. `secrets` has the newest secret first; each is used as the bytes of its text.
 * @rule webhooks.deliver.signature
 */
export function signatureHeaders({ id, seconds, body }: SignedDelivery, secrets: readonly string[]): Record<string, string> {
  const [newest] = secrets;
  const standard = { 'webhook-id': id, 'webhook-timestamp': String(seconds) };
  if (newest === undefined) return standard;
  const ofBody = createHmac('sha256', newest).update(body).digest('hex');
  return {
    ...standard,
    'service-signature': ofBody,
    'qlik-signature': ofBody,
    'webhook-signature': secrets
      .map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`)
      .join(' '),
  };
}
