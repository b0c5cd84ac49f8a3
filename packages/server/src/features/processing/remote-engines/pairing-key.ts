import { randomBytes } from 'node:crypto';

/** A key that pairs an engine once. */
export const newPairingKey = (): string => randomBytes(32).toString('hex');

/** Days for which such a key lasts. */
export const KEY_DAYS = 30;
