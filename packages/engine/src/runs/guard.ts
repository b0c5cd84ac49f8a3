/** The guard: a process that kills the processes of runs when the engine program is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { thisProgram } from '../folders/run-folder.ts';

/** Waits for a line on standard input. End of file without a line means that the agent was killed: then the shell executes its arguments. */
const WAIT_SCRIPT = 'trap "" HUP INT TERM; read -r word || exec "$@"';
/** The pause before a guard that ended is replaced. */
const RESTART_MILLISECONDS = 1000;

/**
 * A small process that outlives this one: if this one is killed, the guard kills the processes of its runs. The guard waits as a shell, which takes one
 * megabyte of memory, and starts the larger program only when it is needed.
 */
export class Guard {
  readonly #runs: string;
  #child: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;

  constructor(runs: string) {
    this.#runs = runs;
    this.#start();
  }

  /** Ends the guard. Call it only when no run of this process is left. */
  close(): void {
    clearTimeout(this.#restart);
    const child = this.#child;
    this.#child = undefined;
    child?.stdin?.end('done\n');
  }

  #start(): void {
    const program = join(import.meta.dirname, `guard-process${extname(import.meta.filename)}`);
    const { agent, agentStart = '' } = thisProgram();
    const args = ['-c', WAIT_SCRIPT, 'millrace-guard', process.execPath, program, this.#runs, String(agent), agentStart];
    // Its own session keeps Ctrl-C from the guard: the agent decides which runs end, and when.
    const child = spawn('/bin/sh', args, { env: {}, stdio: ['pipe', 'ignore', 'inherit'], detached: true });
    this.#child = child;
    const lost = (): void => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#restart = setTimeout(() => this.#start(), RESTART_MILLISECONDS);
      this.#restart.unref();
    };
    child.on('error', lost);
    child.on('exit', lost);
    child.stdin.on('error', () => {});
    child.unref();
    (child.stdin as unknown as { unref: () => void }).unref();
  }
}
