import { randomBytes } from 'node:crypto';

/** The random bytes of a secret; in base64 they have 44 characters. */
const SECRET_BYTES = 32;

/** Returns a new secret, by which webhooks are signed. */
export const newWebhookSecret = (): string => randomBytes(SECRET_BYTES).toString('base64');
