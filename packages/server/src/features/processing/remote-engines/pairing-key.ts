import { randomBytes } from 'node:crypto';

/** Creates a key that pairs an engine once. */
export const newPairingKey = (): string => randomBytes(32).toString('hex');

/** Days after which a pairing key expires. */
export const KEY_DAYS = 30;
