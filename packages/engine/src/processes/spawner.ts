import { once } from 'node:events';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromThread, StartMessage, ToThread } from './spawner-service.ts';

/** The exit code or the signal with which a process ended. */
export type ProcessExit = { code: number | null; signal: NodeJS.Signals | null };

/** A started process, which leads its own process group. */
type Spawned = {
  pid: number;
  exited: Promise<ProcessExit>;
  /** Resolves when `onOutput` has handled all output. */
  closed: Promise<void>;
  /**
   * Call it when the process has ended: it stops reading its output, kills the processes of the run's own user if it has one, and removes its folder.
   * Resolves to false if the folder could not be removed or kept. With `noneLeft` the folder may be kept; another run may use it once `noneLeft` is true,
   * which means that no process of this run is alive.
   */
  end: (noneLeft?: Promise<boolean> | true) => Promise<boolean>;
};

/** A program to start. While promises of `onOutput` are pending, output is read more slowly and then not at all (backpressure). */
export type SpawnRequest = Omit<StartMessage, 'kind' | 'id'> & {
  onOutput: (type: 'STDOUT' | 'STDERR', bytes: Uint8Array) => Promise<void> | void;
};

/** The process could not be started; `code` is that of the system error, such as ENOENT. */
export class SpawnFault extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'SpawnFault';
    this.code = code;
  }
}

/** The folder of a run could not be created; `code` is that of the system error, such as ENOSPC. `begun`: its process had started and was killed. */
export class RunFilesFault extends Error {
  readonly code: string;
  readonly begun: boolean;

  constructor(code: string, message: string, begun = false) {
    super(message);
    this.name = 'RunFilesFault';
    this.code = code;
    this.begun = begun;
  }
}

type TrackedProcess = {
  request: SpawnRequest;
  handling: Promise<void>;
  started: (pid: number) => void;
  failed: (fault: SpawnFault | RunFilesFault) => void;
  exited: (exit: ProcessExit) => void;
  closed: () => void;
  cleared: (left: { cleared: boolean; kept: boolean }) => void;
};

/** The other end of a spawner, which starts the processes. `ended` resolves after it was closed. */
type SpawnerEnd = Pick<Worker, 'postMessage' | 'ref' | 'unref'> & {
  on: (event: 'message', listener: (messages: FromThread[]) => void) => unknown;
  ended: Promise<unknown>;
};

/** Opens the other end of a spawner. */
export type OpenSpawnerEnd = () => SpawnerEnd;

/** Opens a thread, so that the agent never waits for a disk: heartbeats continue even if a disk hangs. */
const openThread: OpenSpawnerEnd = () => {
  const program = join(import.meta.dirname, `spawner-thread${extname(import.meta.filename)}`);
  // The thread holds few objects, so a small young generation is enough.
  const thread = new Worker(program, { env: {}, resourceLimits: { maxYoungGenerationSizeMb: 2 } });
  return Object.assign(thread, { ended: once(thread, 'exit') });
};

/** Starts processes, by default in its own thread. */
export class Spawner {
  readonly #openEnd: OpenSpawnerEnd;
  #thread: SpawnerEnd | undefined;
  readonly #processes = new Map<number, TrackedProcess>();
  readonly #killing = new Map<number, () => void>();
  readonly #childEnded = (): void => this.#post({ kind: 'ended' });
  #unposted: ToThread[] = [];
  #lastId = 0;

  constructor(openEnd = openThread) {
    this.#openEnd = openEnd;
  }

  /** Sets the folder in which folders of ended runs are kept for other runs. Before this call they are removed. */
  keepFolders(folder: string): void {
    this.#thread ??= this.#open();
    this.#post({ kind: 'keep folders', folder });
    // From now on the thread does not keep the process alive; the agent does.
    this.#thread.unref();
  }

  /** Sends SIGKILL to every process of a run's user; resolves when the signal is sent. */
  killUser(user: number): Promise<void> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#killing.set(id, resolve);
      this.#thread ??= this.#open();
      this.#post({ kind: 'kill user', id, user });
    });
  }

  /** Starts a process; rejects with a `RunFilesFault` or a `SpawnFault`. */
  start(request: SpawnRequest): Promise<Spawned> {
    this.#lastId += 1;
    const id = this.#lastId;
    const exit = Promise.withResolvers<ProcessExit>();
    const close = Promise.withResolvers<void>();
    const clear = Promise.withResolvers<{ cleared: boolean; kept: boolean }>();
    return new Promise((resolve, reject) => {
      this.#processes.set(id, {
        request,
        handling: Promise.resolve(),
        started: (pid) =>
          resolve({
            pid,
            exited: exit.promise,
            closed: close.promise,
            end: async (noneLeft) => {
              this.#postSoon({ kind: 'end', id, keep: noneLeft !== undefined, reusable: noneLeft === true });
              const { cleared, kept } = await clear.promise;
              if (kept && noneLeft !== undefined && noneLeft !== true)
                void noneLeft.then((isGone) => isGone && this.#postSoon({ kind: 'reusable', id }));
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
      this.#post({ kind: 'start', id, ...rest });
    });
  }

  /** Kills all running processes, removes the kept folders, and ends the thread. */
  async close(): Promise<void> {
    process.off('SIGCHLD', this.#childEnded);
    const thread = this.#thread;
    if (!thread) return;
    this.#post({ kind: 'close' });
    this.#thread = undefined;
    thread.ref();
    await thread.ended;
  }

  #open(): SpawnerEnd {
    const thread = this.#openEnd();
    thread.on('message', (messages) => messages.forEach((one) => this.#receive(one)));
    process.on('SIGCHLD', this.#childEnded);
    return thread;
  }

  /** Sends a message at once, after those that wait. */
  #post(message: ToThread): void {
    const messages = [...this.#unposted, message];
    this.#unposted = [];
    this.#thread?.postMessage(messages, []);
  }

  /** Sends a message at the end of this turn of the event loop, together with others: waking the thread costs more than a message itself. */
  #postSoon(message: ToThread): void {
    if (this.#unposted.push(message) > 1) return;
    setImmediate(() => {
      const last = this.#unposted.pop();
      if (last) this.#post(last);
    });
  }

  #receive(message: FromThread): void {
    if (message.kind === 'killed') {
      this.#killing.get(message.id)?.();
      return void this.#killing.delete(message.id);
    }
    const tracked = this.#processes.get(message.id);
    if (!tracked) return;
    switch (message.kind) {
      case 'started':
        return tracked.started(message.pid);
      case 'failed':
        this.#processes.delete(message.id);
        return tracked.failed(
          message.making ? new RunFilesFault(message.code, message.message, message.begun) : new SpawnFault(message.code, message.message),
        );
      case 'output':
        tracked.handling = tracked.handling
          .then(() => tracked.request.onOutput(message.type, message.bytes))
          .then(() => this.#postSoon({ kind: 'acknowledged', id: message.id, bytes: message.bytes.length }));
        return;
      case 'exited':
        return tracked.exited({ code: message.code, signal: message.signal });
      case 'closed':
        return void tracked.handling.then(tracked.closed);
      case 'cleared':
        this.#processes.delete(message.id);
        tracked.cleared(message);
    }
  }
}
