/** Codes that a person reads on a device and types into a page. */
import { randomInt } from 'node:crypto';

/** Without vowels, so that codes are no words, and without letters that look like other letters or digits (RFC 8628, section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/**
 * Creates a code of 34 bits.
 * @rule oauth.device.user-code
 */
export const createUserCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Returns a code in the form in which people read it. */
export const spacedUserCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** Reads a code that a person has typed, in any letter case and with any separators; undefined if it cannot be one. */
export function readUserCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : undefined;
}
