/**
 * Secrets at rest: each value has a data key of its own (AES-256-GCM), stored beside it and encrypted by a key that is derived from the key of the
 * install. A ciphertext names its key, so that values of several keys can be decrypted while one key encrypts.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const FORMAT = 1;
/** Lengths in bytes. */
const KEY_ID = 8;
const NONCE = 12;
const TAG = 16;
const KEY = 32;
const ALGORITHM = 'aes-256-gcm';
/** Format and key id. */
const HEAD = 1 + KEY_ID;

/** Encrypts and decrypts texts; `place` binds a ciphertext to its row, so that it is invalid in any other row. */
export type Secrets = {
  encrypt(text: string, place: string): Buffer;
  /** Returns the text, or throws an `UnreadableSecret`. */
  decrypt(ciphertext: Buffer, place: string): string;
  /** Whether the current key encrypted this ciphertext. */
  isCurrent(ciphertext: Buffer): boolean;
  /** The prefix of ciphertexts of the current key, for statements that search for ciphertexts of other keys. */
  readonly currentHead: Buffer;
};

/** A ciphertext that cannot be decrypted: of an unknown key, of another place, or damaged. The message does not contain it. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret';
}

/** Binds secrets to the keys of an install: the first encrypts, all decrypt. */
export function createSecrets(keys: readonly [Buffer, ...Buffer[]]): Secrets {
  const ring = new Map(keys.map((key) => [keyId(key).toString('hex'), derive(key, 'millrace secrets', KEY)]));
  const id = keyId(keys[0]);
  const current = derive(keys[0], 'millrace secrets', KEY);
  const head = Buffer.concat([Buffer.from([FORMAT]), id]);
  return {
    currentHead: head,
    isCurrent: (ciphertext) => ciphertext.subarray(0, HEAD).equals(head),
    encrypt: (text, place) => {
      const dataKey = randomBytes(KEY);
      return Buffer.concat([head, seal(current, dataKey, head), seal(dataKey, Buffer.from(text, 'utf8'), bound(head, place))]);
    },
    decrypt: (ciphertext, place) => {
      const ownHead = ciphertext.subarray(0, HEAD);
      const key = ownHead[0] === FORMAT ? ring.get(ownHead.subarray(1).toString('hex')) : undefined;
      if (!key) throw new UnreadableSecret('A secret was encrypted by a key that this install does not know: add it to MILLRACE_OLD_KEYS.');
      const end = HEAD + NONCE + KEY + TAG;
      try {
        const dataKey = open(key, ciphertext.subarray(HEAD, end), ownHead);
        return open(dataKey, ciphertext.subarray(end), bound(ownHead, place)).toString('utf8');
      } catch (cause) {
        throw new UnreadableSecret('A secret is damaged, or was copied from another place.', { cause });
      }
    },
  };
}

/** The name of a key in a ciphertext: derived, so that the key cannot be read from it. */
const keyId = (key: Buffer): Buffer => derive(key, 'millrace key id', KEY_ID);

const derive = (key: Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, bytes));

const bound = (head: Buffer, place: string): Buffer => Buffer.concat([head, Buffer.from(place, 'utf8')]);

function seal(key: Buffer, content: Buffer, additionalData: Buffer): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG }).setAAD(additionalData);
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Buffer, sealed: Buffer, additionalData: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE), { authTagLength: TAG }).setAAD(additionalData);
  decipher.setAuthTag(sealed.subarray(-TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
}
