import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';
import type { FromSpawner, ToSpawner } from './spawner-messages.ts';

/** How a started process ended; `lost` when the helper that carried it died. */
export type ProcessExit = { code: number | null; signal: NodeJS.Signals | null; lost: boolean };

/** A started process, its own group's leader. */
export type Spawned = {
  pid: number;
  exited: Promise<ProcessExit>;
  /** All output has been handed over. */
  closed: Promise<void>;
  /** Stops reading its output. */
  drop: () => void;
};

/** What to start, and who takes its output; the process is held back while an answer of `onOutput` is pending. */
export type SpawnRequest = {
  command: string;
  arguments: string[];
  folder: string;
  environment: Record<string, string>;
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

type Carried = {
  helper: ChildProcess;
  request: SpawnRequest;
  handling: Promise<void>;
  started: (pid: number) => void;
  failed: (fault: SpawnFault) => void;
  exited: (exit: ProcessExit) => void;
  closed: () => void;
};

/** Starts processes through a small helper process, which is started when first needed and again when it has died. */
export class Spawner {
  #helper: ChildProcess | undefined;
  #lastId = 0;
  readonly #compiled: string;
  readonly #carried = new Map<number, Carried>();

  /** `compiled` is a folder in which Node keeps the helper's compiled source: without the compiler in memory the helper forks faster. */
  constructor(compiled: string) {
    this.#compiled = compiled;
  }

  /** Starts a process; rejects with a `SpawnFault`. */
  start(request: SpawnRequest): Promise<Spawned> {
    this.#lastId += 1;
    const id = this.#lastId;
    const exit = Promise.withResolvers<ProcessExit>();
    const close = Promise.withResolvers<void>();
    const helper = (this.#helper ??= this.#open());
    return new Promise((resolve, reject) => {
      this.#carried.set(id, {
        helper,
        request,
        handling: Promise.resolve(),
        started: (pid) =>
          resolve({ pid, exited: exit.promise, closed: close.promise, drop: () => this.#tell(helper, { kind: 'drop', id }) }),
        failed: reject,
        exited: exit.resolve,
        closed: close.resolve,
      });
      const { command, folder, environment } = request;
      this.#tell(helper, { kind: 'start', id, command, arguments: request.arguments, folder, environment });
    });
  }

  /** Process id of the helper while it lives. */
  get helperPid(): number | undefined {
    return this.#helper?.pid;
  }

  /** Ends the helper. */
  close(): void {
    const helper = this.#helper;
    this.#helper = undefined;
    if (helper?.connected) helper.disconnect();
  }

  #open(): ChildProcess {
    const program = join(import.meta.dirname, `spawner-process${extname(import.meta.filename)}`);
    const helper = fork(program, [], {
      env: { NODE_COMPILE_CACHE: this.#compiled },
      // It keeps nothing, so a small young generation is enough.
      execArgv: ['--max-semi-space-size=1'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    helper.on('message', (message) => this.#hear(helper, message as FromSpawner));
    helper.on('error', () => {});
    // The channel closes after its last message, so nothing that the helper still said is missed.
    helper.on('disconnect', () => this.#lose(helper));
    helper.on('exit', () => this.#lose(helper));
    helper.unref();
    helper.channel?.unref();
    return helper;
  }

  #hear(helper: ChildProcess, message: FromSpawner): void {
    const carried = this.#carried.get(message.id);
    if (!carried) return;
    switch (message.kind) {
      case 'started':
        return carried.started(message.pid);
      case 'failed':
        this.#carried.delete(message.id);
        return carried.failed(new SpawnFault(message.code, message.message));
      case 'output':
        carried.handling = carried.handling
          .then(() => carried.request.onOutput(message.type, message.bytes))
          .then(() => this.#tell(helper, { kind: 'taken', id: message.id, bytes: message.bytes.length }));
        return;
      case 'exited':
        return carried.exited({ code: message.code, signal: message.signal, lost: false });
      case 'closed':
        this.#carried.delete(message.id);
        void carried.handling.then(carried.closed);
    }
  }

  #tell(helper: ChildProcess, message: ToSpawner): void {
    if (helper.connected) helper.send(message, undefined, {}, () => {});
  }

  #lose(helper: ChildProcess): void {
    if (this.#helper === helper) this.#helper = undefined;
    for (const [id, carried] of this.#carried) {
      if (carried.helper !== helper) continue;
      this.#carried.delete(id);
      carried.failed(new SpawnFault('SPAWNER_LOST', 'The helper process that starts tasks has ended unexpectedly'));
      carried.exited({ code: null, signal: null, lost: true });
      void carried.handling.then(carried.closed);
    }
  }
}
