import { once } from 'node:events';
import { createServer } from 'node:net';

/** The ports that Linux gives to programs that ask for any port begin above these. */
const [FIRST, LAST] = [10_000, 32_000] as const;

/** Finds a port that is free now. Nothing takes it soon, because the kernel gives no program one of this range by itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return port;
    } catch {
      // Another program listens there.
    } finally {
      server.close();
    }
  }
}
