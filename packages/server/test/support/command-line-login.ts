/** The command line on a machine without an install and without a screen, for tests of signing in. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './program-environment.ts';

const program = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

/** A running command: its exit code, and its output. */
export type RunningLogin = {
  code: Promise<number | null>;
  out(): string;
  err(): string;
  /** Waits until the command writes a text that matches the pattern to stderr. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Ends it as Ctrl-C does. */
  interrupt(): void;
};

/** Prepares the machine. Its folder ends with the test file. */
export async function machineWithoutInstall() {
  const home = await mkdtemp(join(tmpdir(), 'millrace-login-'));
  after(() => rm(home, { recursive: true, force: true }));

  function millrace(...words: string[]): RunningLogin {
    const env = { ...programEnvironment(), HOME: home };
    const child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
    const code = new Promise<number | null>((resolve) => child.once('close', resolve));
    const says = (pattern: RegExp): Promise<RegExpExecArray> =>
      new Promise((resolve, reject) => {
        const checkOutput = (): void => {
          const found = pattern.exec(texts.err);
          if (found) resolve(found);
        };
        child.stderr.on('data', checkOutput);
        checkOutput();
        void code.then(() => reject(new Error(`The command ended and printed ${texts.err}`)));
      });
    return { code, out: () => texts.out, err: () => texts.err, says, interrupt: () => void child.kill('SIGINT') };
  }
  return { folder: join(home, '.config', 'millrace'), stored: join(home, '.config', 'millrace', 'cli.json'), millrace };
}
