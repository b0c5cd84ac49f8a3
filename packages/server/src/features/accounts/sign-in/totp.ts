/** Time-based codes (RFC 6238) with the parameters that every authenticator app supports: SHA-1, 30 seconds, six digits. */
import { createHmac, randomBytes } from 'node:crypto';

const SECONDS = 30;
const SECRET_BYTES = 20;
/** Time steps by which the clock of a phone may differ. */
const DRIFT = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes in base32 (RFC 4648) without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** Decodes base32 without padding. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A new secret in base32. */
export const newSecret = (): string => base32(randomBytes(SECRET_BYTES));

/** The code of a secret at a time step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** The time step of a moment. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / SECONDS);

/**
 * The step of a code; undefined if the code belongs to none of the steps around the moment.
 * @rule sign-in.factor.code
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => stepAt(now) + index - DRIFT);
  return steps.find((step) => codeAt(secret, step) === code);
}

/** The address by which an authenticator receives a secret. */
export const authenticatorUrl = (secret: string, login: string): string =>
  `otpauth://totp/Millrace:${encodeURIComponent(login)}?secret=${secret}&issuer=Millrace&algorithm=SHA1&digits=6&period=${SECONDS}`;
