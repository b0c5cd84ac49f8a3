import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';

/** Asks for a text on the terminal, without showing it while it is typed. */
export async function readHidden(question: string, shell: Shell): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: shell.stdin, output: nowhere, terminal: true });
  shell.stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      const interrupted = (): void => reject(new Failure('interrupted', 'Interrupted.'));
      reader.once('line', resolve);
      // In this mode the reader receives Ctrl-C, not the process.
      reader.once('SIGINT', interrupted);
      reader.once('close', interrupted);
    });
  } finally {
    reader.close();
    shell.stderr.write('\n');
  }
}
