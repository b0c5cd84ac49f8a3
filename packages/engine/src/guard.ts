import { type ChildProcess, spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { thisProgram } from './run-folder.ts';

/** Where there is no line to read, its other end has died without a word. */
const WAIT = 'trap "" HUP INT TERM; read -r word || exec "$@"';
/** A guard that ends is replaced, but not in a busy loop. */
const AGAIN_MILLISECONDS = 1000;

/**
 * A small process that outlives this one and ends what its runs have started, should it be killed. It waits as a shell, which takes a megabyte, and
 * reads the notes in the folders of the runs only when that has happened.
 */
export class Guard {
  readonly #runs: string;
  #child: ChildProcess | undefined;
  #again: NodeJS.Timeout | undefined;

  constructor(runs: string) {
    this.#runs = runs;
    this.#watch();
  }

  /** Lets it go: nothing of this process runs any more. */
  close(): void {
    clearTimeout(this.#again);
    const child = this.#child;
    this.#child = undefined;
    child?.stdin?.end('done\n');
  }

  #watch(): void {
    const program = join(import.meta.dirname, `guard-process${extname(import.meta.filename)}`);
    const { agent, agentStart = '' } = thisProgram();
    const words = ['-c', WAIT, 'millrace-guard', process.execPath, program, this.#runs, String(agent), agentStart];
    // In a session of its own: Ctrl-C is meant for the agent, which decides what ends and when.
    const child = spawn('/bin/sh', words, { env: {}, stdio: ['pipe', 'ignore', 'inherit'], detached: true });
    this.#child = child;
    const lost = (): void => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#again = setTimeout(() => this.#watch(), AGAIN_MILLISECONDS);
      this.#again.unref();
    };
    child.on('error', lost);
    child.on('exit', lost);
    child.stdin.on('error', () => {});
    child.unref();
    (child.stdin as unknown as { unref: () => void }).unref();
  }
}
