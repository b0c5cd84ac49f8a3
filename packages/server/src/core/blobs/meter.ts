/** Measures the size and the hash of a stream. */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** A step of a pipeline that passes on its input. `read` returns the SHA-256 and the size in bytes; call it at the end. */
export type Meter = { step: Transform; read(): { hash: string; size: number } };

/** Creates a meter for one stream. */
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
