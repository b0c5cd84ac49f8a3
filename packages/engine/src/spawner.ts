import { once } from 'node:events';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromThread, StartMessage, ToThread } from './spawner-messages.ts';

/** How a started process ended. */
export type ProcessExit = { code: number | null; signal: NodeJS.Signals | null };

/** A started process, its own group's leader. */
export type Spawned = {
  pid: number;
  exited: Promise<ProcessExit>;
  /** All output has been handed over. */
  closed: Promise<void>;
  /**
   * Stops reading its output, when it has ended, kills what is left of its user where the run has one of its own, and takes its place away; false where
   * something is left of that. Unless `alone` is undefined the place may serve another run, after it came true: no process of this run lives.
   */
  end: (alone?: Promise<boolean> | true) => Promise<boolean>;
};

/** What to start, and who takes its output; the process is held back while an answer of `onOutput` is pending. */
export type SpawnRequest = Omit<StartMessage, 'kind' | 'id'> & {
  onOutput: (type: 'STDOUT' | 'STDERR', bytes: Uint8Array) => Promise<void> | void;
};

/** A process that could not be started; `code` is the system's, such as ENOENT. */
export class SpawnFault extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'SpawnFault';
    this.code = code;
  }
}

/** The place of a run could not be made; `code` is the system's, such as ENOSPC. `begun` where its process had been started by then, and was killed. */
export class PlaceFault extends Error {
  readonly code: string;
  readonly begun: boolean;

  constructor(code: string, message: string, begun = false) {
    super(message);
    this.name = 'PlaceFault';
    this.code = code;
    this.begun = begun;
  }
}

type Carried = {
  request: SpawnRequest;
  handling: Promise<void>;
  started: (pid: number) => void;
  failed: (fault: SpawnFault | PlaceFault) => void;
  exited: (exit: ProcessExit) => void;
  closed: () => void;
  cleared: (left: { cleared: boolean; kept: boolean }) => void;
};

/** Starts processes in a thread of its own, begun when first needed, so that the agent never waits for a disk: its beats go on when one hangs. */
export class Spawner {
  #thread: Worker | undefined;
  readonly #carried = new Map<number, Carried>();
  readonly #killing = new Map<number, () => void>();
  readonly #childEnded = (): void => this.#tell({ kind: 'ended' });
  #untold: ToThread[] = [];
  #lastId = 0;

  /** Keeps places of runs that have ended in a folder, for other runs; until it is called they are taken away. */
  keepPlaces(folder: string): void {
    this.#thread ??= this.#open();
    this.#tell({ kind: 'keep places', folder });
    // From now on the agent decides how long this process lives.
    this.#thread.unref();
  }

  /** Kills every process of a user of runs; they are dead or dying when it resolves. */
  killUser(user: number): Promise<void> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#killing.set(id, resolve);
      this.#thread ??= this.#open();
      this.#tell({ kind: 'kill user', id, user });
    });
  }

  /** Starts a process; rejects with a `PlaceFault` or a `SpawnFault`. */
  start(request: SpawnRequest): Promise<Spawned> {
    this.#lastId += 1;
    const id = this.#lastId;
    const exit = Promise.withResolvers<ProcessExit>();
    const close = Promise.withResolvers<void>();
    const clear = Promise.withResolvers<{ cleared: boolean; kept: boolean }>();
    return new Promise((resolve, reject) => {
      this.#carried.set(id, {
        request,
        handling: Promise.resolve(),
        started: (pid) =>
          resolve({
            pid,
            exited: exit.promise,
            closed: close.promise,
            end: async (alone) => {
              this.#tellSoon({ kind: 'end', id, keep: alone !== undefined, rested: alone === true });
              const { cleared, kept } = await clear.promise;
              if (kept && alone !== undefined && alone !== true)
                void alone.then((isAlone) => isAlone && this.#tellSoon({ kind: 'rested', id }));
              return cleared;
            },
          }),
        failed: reject,
        exited: exit.resolve,
        closed: close.resolve,
        cleared: clear.resolve,
      });
      const { onOutput: _onOutput, ...rest } = request;
      this.#thread ??= this.#open();
      this.#tell({ kind: 'start', id, ...rest });
    });
  }

  /** Kills what runs still, removes what was kept, and ends the thread. */
  async close(): Promise<void> {
    process.off('SIGCHLD', this.#childEnded);
    const thread = this.#thread;
    if (!thread) return;
    this.#tell({ kind: 'close' });
    this.#thread = undefined;
    thread.ref();
    await once(thread, 'exit');
  }

  #open(): Worker {
    const program = join(import.meta.dirname, `spawner-thread${extname(import.meta.filename)}`);
    // It keeps little, so a small young generation is enough.
    const thread = new Worker(program, { env: {}, resourceLimits: { maxYoungGenerationSizeMb: 2 } });
    thread.on('message', (messages: FromThread[]) => messages.forEach((one) => this.#hear(one)));
    process.on('SIGCHLD', this.#childEnded);
    return thread;
  }

  /** Tells the thread at once, with all that was kept for it. */
  #tell(message: ToThread): void {
    const messages = [...this.#untold, message];
    this.#untold = [];
    this.#thread?.postMessage(messages, []);
  }

  /** Tells the thread what can wait for the end of this turn of the loop: to wake it costs more than what a message holds. */
  #tellSoon(message: ToThread): void {
    if (this.#untold.push(message) > 1) return;
    setImmediate(() => {
      const last = this.#untold.pop();
      if (last) this.#tell(last);
    });
  }

  #hear(message: FromThread): void {
    if (message.kind === 'killed') {
      this.#killing.get(message.id)?.();
      return void this.#killing.delete(message.id);
    }
    const carried = this.#carried.get(message.id);
    if (!carried) return;
    switch (message.kind) {
      case 'started':
        return carried.started(message.pid);
      case 'failed':
        this.#carried.delete(message.id);
        return carried.failed(
          message.making ? new PlaceFault(message.code, message.message, message.begun) : new SpawnFault(message.code, message.message),
        );
      case 'output':
        carried.handling = carried.handling
          .then(() => carried.request.onOutput(message.type, message.bytes))
          .then(() => this.#tellSoon({ kind: 'taken', id: message.id, bytes: message.bytes.length }));
        return;
      case 'exited':
        return carried.exited({ code: message.code, signal: message.signal });
      case 'closed':
        return void carried.handling.then(carried.closed);
      case 'cleared':
        this.#carried.delete(message.id);
        carried.cleared(message);
    }
  }
}
