/** Serves a source of answers behind a front with faults, until a signal: for `npm run record` and `npm run replay`. */
import { once } from 'node:events';
import type { Config } from '../core/platform/config.ts';
import { DoubleBodies } from './bodies.ts';
import { Faults } from './faults.ts';
import { Front, type Source } from './front.ts';
import { answerOperation, faultOperations, performOperation } from './operations.ts';
import { refuseOtherHosts } from './other-hosts.ts';

/** Serves the source on the address of the API. `say` gets lines for the terminal. */
export async function serveRecorded({ host, port }: Config, source: Source, say: (line: string) => void): Promise<void> {
  refuseOtherHosts(host);
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const faults = new Faults();
  const operations = faultOperations(faults, new DoubleBodies());
  const printError = (error: unknown): void => say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const front = new Front({
    faults,
    control: (request, response) => answerOperation(request, response, printError, (operation) => performOperation(operations, operation)),
  });
  front.answerBy(source);
  say(`Serving on ${await front.listen(host, port)} until you press Ctrl-C.`);
  await stopped;
  await front.close();
}
