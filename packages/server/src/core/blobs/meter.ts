/** Counts and hashes what flows through. */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** A step of a pipeline that passes on what it gets, and tells at the end what that was. */
export type Meter = { step: Transform; read(): { hash: string; size: number } };

/** Makes a meter for one stream. */
export function createMeter(): Meter {
  const hash = createHash('sha256');
  let size = 0;
  const step = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { step, read: () => ({ hash: hash.digest('hex'), size }) };
}
