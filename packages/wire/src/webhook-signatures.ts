/** The headers that prove the sender of a delivery. */
import { createHmac } from 'node:crypto';

/** The signed parts of a delivery. The id and the time are part of the Standard Webhooks signature only. */
type SignedDelivery = { id: string; seconds: number; body: string };

const STANDARD_SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** The fewest bytes of the key of a secret `whsec_…`, by the specification of Standard Webhooks. */
const MIN_KEY_BYTES = 24;

/**
 * The key of the Standard Webhooks signature. A secret `whsec_…` is the base64 of its key, as the specification says; another secret is its own key.
 * Undefined if a secret begins with `whsec_` and the rest is not base64, or a key of fewer than 24 bytes.
 * @rule webhooks.secret.standard
 */
export function standardKey(secret: string): Buffer | undefined {
  if (!secret.startsWith('whsec_')) return Buffer.from(secret);
  const key = Buffer.from(STANDARD_SECRET.exec(secret)?.[1] ?? '', 'base64');
  return key.length < MIN_KEY_BYTES ? undefined : key;
}

/**
 * Builds the headers of a delivery that prove its sender. `secrets` has the newest secret first; without a secret there are only the id and the time.
 * `service-signature`, and `qlik-signature` as its other name, sign the body by the bytes of the text of the newest secret.
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
    // A secret whsec_… without a usable key was stored before such secrets were refused. It is used as a text, as it was then.
    'webhook-signature': secrets
      .map(
        (secret) =>
          `v1,${createHmac('sha256', standardKey(secret) ?? secret)
            .update(`${id}.${seconds}.${body}`)
            .digest('base64')}`,
      )
      .join(' '),
  };
}
