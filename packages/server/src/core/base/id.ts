/** Identifiers: UUID version 7, so that ids of later rows sort after those of earlier ones. */
import { randomFillSync } from 'node:crypto';
import { nowMilliseconds } from './clock.ts';

const random = Buffer.alloc(4096);
let used = random.length;
let lastMillisecond = 0;
let sequence = 0;

let make = makeId;

/** A new id, larger than every id this process made before. */
export const newId = (): string => make();

/** Replaces the function that makes the ids of this process; only the double calls this. */
export const makeIdsBy = (maker: () => string): void => void (make = maker);

function makeId(): string {
  if (used + 8 > random.length) {
    randomFillSync(random);
    used = 0;
  }
  const millisecond = nowMilliseconds();
  if (millisecond > lastMillisecond) {
    lastMillisecond = millisecond;
    sequence = random.readUInt16BE(used) & 0x7ff;
  } else if (++sequence > 0xfff) {
    lastMillisecond += 1;
    sequence = 0;
  }
  const time = lastMillisecond.toString(16).padStart(12, '0');
  const third = (0x7000 | sequence).toString(16);
  const fourth = (0x8000 | (random.readUInt16BE(used) & 0x3fff)).toString(16);
  const last = random.toString('hex', used + 2, used + 8);
  used += 8;
  return `${time.slice(0, 8)}-${time.slice(8)}-${third}-${fourth}-${last}`;
}

/** The ids of rows, in their order. */
export const idsOfRows = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** The form of an id, in lower case. */
export const ID_FORM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns whether a text has the form of an id, in lower case. */
export const hasIdForm = (text: string): boolean => ID_FORM.test(text);

/** The time at which an id was created. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
