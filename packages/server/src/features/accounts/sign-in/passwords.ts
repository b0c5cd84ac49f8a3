/** Passwords of people: their hashes, and what ends when one is replaced. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { networkOf } from '../../../core/base/addresses.ts';
import { Problem } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/sql.ts';
import type { PageCall } from '../../../core/http/page.ts';
import { storeAddress } from './attempts.ts';
import { removeLinks } from './password-links.ts';
import { upsertPassword } from './rows.ts';

type Changing = { tx: Tx; identity: { sessions: Pick<PageCall['identity']['sessions'], 'endAll'> } };

/** Stores a new password. The links of the account end, and its sessions, except the one with the id `except`. */
export async function replacePassword(
  { tx, identity: { sessions } }: Changing,
  account: string,
  hash: string,
  except?: string,
): Promise<void> {
  await upsertPassword(tx, account, hash);
  await removeLinks(tx, account);
  await sessions.endAll(tx, account, except);
}

/** Replaces the password of a person as `replacePassword` does, and marks the address of the browser as known. */
export async function replacePasswordOnPage(call: PageCall, tx: Tx, account: string, hash: string, except?: string): Promise<void> {
  await replacePassword({ tx, identity: { sessions: call.identity.sessions } }, account, hash, except);
  await storeAddress(tx, account, networkOf(call.client.address));
}

/** The hasher of this process. */
export const hasherOf = ({ processState }: Pick<PageCall, 'processState'>): PasswordHasher =>
  processState.of(PasswordHasher, () => new PasswordHasher());

/** The parameters of a hash: KiB of memory, passes over it, and lanes. */
type HashTerms = { memory: number; passes: number; parallelism: number };

/** The current parameters: the minimum that OWASP recommends for argon2id, because several people may sign in at once on a small machine. */
export const HASH_PARAMETERS: HashTerms = { memory: 19_456, passes: 2, parallelism: 1 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Hashes that run at once: each takes the memory of its parameters and one of the four threads of Node, which other work needs, too. */
const AT_ONCE = 2;
/** The maximum number of waiting hashes; each hash takes about a tenth of a second. */
const MAX_WAITING = 200;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** A hash that fits no known password, so that a check without a stored hash takes the same time. */
const DUMMY_HASH = phcOf(HASH_PARAMETERS, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

const derive = promisify(argon2);

/**
 * Hashes passwords in the thread pool, a few at once; the others wait in order. Passwords are compared after NFKC, since keyboards encode the same
 * characters in different ways.
 * @rule sign-in.password.hash
 */
export class PasswordHasher {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** The PHC form of a new hash. */
  async hash(password: string, terms: HashTerms = HASH_PARAMETERS): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    return phcOf(terms, salt, await this.#derive(password, salt, HASH_BYTES, terms));
  }

  /** Returns whether a hash belongs to a password. Without a hash the result is false, and takes the same time. */
  async verify(password: string, phc: string | undefined): Promise<boolean> {
    const known = PHC.exec(phc ?? DUMMY_HASH);
    if (!known) throw new Error('A stored password is no hash in PHC form');
    const [, memory, passes, parallelism, salt = '', hash = ''] = known;
    const expected = Buffer.from(hash, 'base64');
    const terms = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const actual = await this.#derive(password, Buffer.from(salt, 'base64'), expected.length, terms);
    return timingSafeEqual(actual, expected) && phc !== undefined;
  }

  /** Returns whether a hash has other parameters than the current ones. */
  isOutdated(phc: string): boolean {
    return !phc.startsWith(parametersIn(HASH_PARAMETERS));
  }

  async #derive(password: string, nonce: Buffer, tagLength: number, terms: HashTerms): Promise<Buffer> {
    if (this.#waiting.length >= MAX_WAITING)
      throw new Problem(
        503,
        'unavailable',
        'Too many people sign in at the moment; try again in a moment. Nothing was changed by this call.',
      );
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...terms });
    } finally {
      // The next one takes over this slot, so that a later caller cannot overtake it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

function phcOf(terms: HashTerms, salt: Buffer, hash: Buffer): string {
  const [encodedSalt, encodedHash] = [salt, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `${parametersIn(terms)}${encodedSalt}$${encodedHash}`;
}

/** The beginning of hashes with these parameters. */
function parametersIn({ memory, passes, parallelism }: HashTerms): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}
