/** Checks the chain of seals against the entries. */
import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../../../core/database/db.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import {
  containsHead,
  type ChainHead,
  readSealKey,
  type SealKey,
  digestOfEntries,
  macOf,
  sealColumns,
  selectNewestSeal,
  type Seal,
} from './seals.ts';
import { idsOfMonth } from './entry.ts';

/** The result: how many seals and entries were checked, how many entries have no seal yet, the newest seal, and the first fault as a sentence. */
export type VerifiedSeals = { seals: number; entries: number; unsealed: number; head: ChainHead | undefined; fault: string | undefined };

/** `heads` are newest seals that were stored outside of the database; `onProgress` is called after each batch with the numbers checked so far. */
type VerifyOptions = { secrets: Secrets; heads: readonly ChainHead[]; onProgress(seals: number, entries: number): void };

/** Seals that one statement reads. */
const BATCH = 500;

/** A fault of the chain, as a sentence. */
class Fault extends Error {}

/**
 * Recomputes all seals in one state of the database, and stops at the first fault.
 * @rule audit-log.seal.verify
 */
export function verifySeals(db: Database, options: VerifyOptions): Promise<VerifiedSeals> {
  return db.transaction(async (tx) => {
    const found: VerifiedSeals = { seals: 0, entries: 0, unsealed: 0, head: undefined, fault: undefined };
    try {
      await checkChain(tx, options, found);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      found.fault = error.message;
    }
    return found;
  }, 'read only');
}

/** Checks the chain, counts in `found` what was checked, and throws a `Fault` at the first fault. */
async function checkChain(tx: Tx, { secrets, heads, onProgress }: VerifyOptions, found: VerifiedSeals): Promise<void> {
  const newest = await selectNewestSeal(tx);
  found.head = newest;
  found.unsealed = (await tx.only<{ count: number }>(sql`select count(*) from audit_entry e where e.number > ${newest?.until ?? 0}`)).count;
  for (const head of heads)
    if (!(await containsHead(tx, head, newest)))
      throw new Fault(`Seal ${head.sequence}, which was recorded outside of the database, is missing or was changed.`);
  const key = await readSealKey(tx, secrets);
  if (!newest) return;
  if (!key) throw new Fault('The key of the seals is missing.');
  const places = new Map<string, number>();
  let previous: Seal | undefined;
  for (;;) {
    const seals = await tx.rows<Seal>(sql`
      select ${sealColumns}
      from audit_seal s
      where s.sequence > ${previous?.sequence ?? 0}
      order by s.sequence
      limit ${BATCH}`);
    if (seals.length === 0) break;
    for (const seal of seals) {
      checkSeal(key, seal, previous, places);
      previous = seal;
      found.seals += 1;
      if (isRemoved(key, seal.month)) continue;
      await checkEntries(tx, seal);
      found.entries += seal.entries;
    }
    onProgress(found.seals, found.entries);
  }
  const first =
    key.removedMonth === undefined ? { from: '00000000-0000-0000-0000-000000000000' } : { from: idsOfMonth(key.removedMonth).to };
  const { count } = await tx.only<{ count: number }>(sql`
    select count(*)
    from audit_entry e
    where e.number <= ${newest.until}
      and e.id >= ${first.from}`);
  if (count > found.entries) throw new Fault(`${count - found.entries} entries were inserted between sealed ones: no seal covers them.`);
}

const isRemoved = ({ removedMonth }: SealKey, month: string): boolean => removedMonth !== undefined && month <= removedMonth;

/** Checks a seal by itself, and as the one that follows another seal. */
function checkSeal(key: SealKey, seal: Seal, previous: Seal | undefined, places: Map<string, number>): void {
  const { sequence } = seal;
  if (seal.mac.length !== 32 || !timingSafeEqual(seal.mac, macOf(key, seal))) throw new Fault(`Seal ${sequence} was changed.`);
  // A removed month may have lost any of its seals.
  if (!isRemoved(key, seal.month)) {
    if (seal.place !== (places.get(seal.month) ?? 0) + 1) throw new Fault(`Seals of ${seal.month} before seal ${sequence} are missing.`);
    places.set(seal.month, seal.place);
  }
  if (!previous) {
    const isFirst = sequence === 1 && seal.after === 0 && seal.previous_month === null;
    const followsRemoved = seal.previous_month !== null && isRemoved(key, seal.previous_month);
    if (!isFirst && !followsRemoved) throw new Fault(`The seals before seal ${sequence} are missing.`);
    return;
  }
  const continues = seal.sequence === previous.sequence + 1 && seal.previous.equals(previous.mac) && seal.previous_month === previous.month;
  if (!continues) throw new Fault(`Seals between seal ${previous.sequence} and seal ${sequence} are missing.`);
  const sameBlock = seal.after === previous.after && seal.until === previous.until && seal.month > previous.month;
  if (!sameBlock && seal.after !== previous.until) throw new Fault(`Seal ${sequence} does not continue seal ${previous.sequence}.`);
}

/** Compares a seal with its entries. */
async function checkEntries(tx: Tx, { sequence, month, after, until, entries, digest }: Seal): Promise<void> {
  const { from, to } = idsOfMonth(month);
  const now = await tx.only<{ count: number; digest: Buffer | null }>(sql`
    select count(*), ${digestOfEntries} as digest
    from audit_entry e
    where e.number > ${after}
      and e.number <= ${until}
      and e.id >= ${from}
      and e.id < ${to}`);
  const where = `of seal ${sequence} (numbers ${after + 1} to ${until}, ${month})`;
  if (now.count < entries) throw new Fault(`${entries - now.count} of the ${entries} entries ${where} were deleted.`);
  if (now.count > entries) throw new Fault(`${now.count - entries} entries were inserted among the ${entries} ${where}.`);
  if (!now.digest?.equals(digest)) throw new Fault(`One or more of the ${entries} entries ${where} were changed.`);
}
