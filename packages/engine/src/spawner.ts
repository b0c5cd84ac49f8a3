import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';
import { type FromSpawner, gather, type StartMessage, type ToSpawner } from './spawner-messages.ts';

/** How a started process ended; `lost` when the helper that carried it died. */
export type ProcessExit = { code: number | null; signal: NodeJS.Signals | null; lost: boolean };

/** A started process, its own group's leader. */
export type Spawned = {
  pid: number;
  exited: Promise<ProcessExit>;
  /** All output has been handed over. */
  closed: Promise<void>;
  /**
   * Stops reading its output, when it has ended, and takes its place away; false where something is left of that. Unless `alone` is undefined the
   * place may serve another run, after it came true: no process of this run lives.
   */
  end: (alone?: Promise<boolean>) => Promise<boolean>;
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

/** The place of a run could not be made; `code` is the system's, such as ENOSPC. */
export class PlaceFault extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'PlaceFault';
    this.code = code;
  }
}

type Helper = { child: ChildProcess; tell: (message: ToSpawner) => void };

type Carried = {
  helper: Helper;
  request: SpawnRequest;
  handling: Promise<void>;
  started: (pid: number) => void;
  failed: (fault: SpawnFault | PlaceFault) => void;
  exited: (exit: ProcessExit) => void;
  closed: () => void;
  ended: (left: { cleared: boolean; kept: boolean }) => void;
};

/** Starts processes through a small helper process, which is started when first needed and again when it has died. */
export class Spawner {
  #helper: Helper | undefined;
  #lastId = 0;
  readonly #compiled: string;
  readonly #spare: string | undefined;
  readonly #carried = new Map<number, Carried>();

  /**
   * `compiled` is a folder in which Node keeps the helper's compiled source: without the compiler in memory the helper forks faster. Places of runs that
   * have ended are kept in `spare` for others; without it they are taken away.
   */
  constructor(compiled: string, spare?: string) {
    this.#compiled = compiled;
    this.#spare = spare;
  }

  /** Starts a process; rejects with a `SpawnFault`. */
  start(request: SpawnRequest): Promise<Spawned> {
    this.#lastId += 1;
    const id = this.#lastId;
    const exit = Promise.withResolvers<ProcessExit>();
    const close = Promise.withResolvers<void>();
    const end = Promise.withResolvers<{ cleared: boolean; kept: boolean }>();
    const helper = (this.#helper ??= this.#open());
    return new Promise((resolve, reject) => {
      this.#carried.set(id, {
        helper,
        request,
        handling: Promise.resolve(),
        started: (pid) =>
          resolve({
            pid,
            exited: exit.promise,
            closed: close.promise,
            end: async (alone) => {
              helper.tell({ kind: 'end', id, keep: alone !== undefined });
              const { cleared, kept } = await end.promise;
              if (kept) void alone?.then((is) => is && helper.tell({ kind: 'rested', id }));
              return cleared;
            },
          }),
        failed: reject,
        exited: exit.resolve,
        closed: close.resolve,
        ended: end.resolve,
      });
      const { onOutput: _onOutput, ...rest } = request;
      helper.tell({ kind: 'start', id, ...rest });
    });
  }

  /** Process id of the helper while it lives. */
  get helperPid(): number | undefined {
    return this.#helper?.child.pid;
  }

  /** Ends the helper. */
  close(): void {
    const child = this.#helper?.child;
    this.#helper = undefined;
    if (child?.connected) child.disconnect();
  }

  #open(): Helper {
    const program = join(import.meta.dirname, `spawner-process${extname(import.meta.filename)}`);
    const child = fork(program, this.#spare === undefined ? [] : [this.#spare], {
      env: { NODE_COMPILE_CACHE: this.#compiled },
      // It keeps nothing, so a small young generation is enough.
      execArgv: ['--max-semi-space-size=1'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const tell = gather<ToSpawner>((messages) => {
      if (child.connected) child.send(messages, undefined, {}, () => {});
    });
    const helper: Helper = { child, tell };
    child.on('message', (messages) => (messages as FromSpawner[]).forEach((one) => this.#hear(helper, one)));
    child.on('error', () => {});
    // The channel closes after its last message, so nothing that the helper still said is missed.
    child.on('disconnect', () => this.#lose(helper));
    child.on('exit', () => this.#lose(helper));
    child.unref();
    child.channel?.unref();
    return helper;
  }

  #hear(helper: Helper, message: FromSpawner): void {
    const carried = this.#carried.get(message.id);
    if (!carried) return;
    switch (message.kind) {
      case 'started':
        return carried.started(message.pid);
      case 'failed':
        this.#carried.delete(message.id);
        return carried.failed(new (message.making ? PlaceFault : SpawnFault)(message.code, message.message));
      case 'output':
        carried.handling = carried.handling
          .then(() => carried.request.onOutput(message.type, message.bytes))
          .then(() => helper.tell({ kind: 'taken', id: message.id, bytes: message.bytes.length }));
        return;
      case 'exited':
        return carried.exited({ code: message.code, signal: message.signal, lost: false });
      case 'closed':
        return void carried.handling.then(carried.closed);
      case 'ended':
        this.#carried.delete(message.id);
        carried.ended(message);
    }
  }

  #lose(helper: Helper): void {
    if (this.#helper === helper) this.#helper = undefined;
    for (const [id, carried] of this.#carried) {
      if (carried.helper !== helper) continue;
      this.#carried.delete(id);
      carried.failed(new SpawnFault('SPAWNER_LOST', 'The helper process that starts tasks has ended unexpectedly'));
      carried.exited({ code: null, signal: null, lost: true });
      void carried.handling.then(carried.closed);
      carried.ended({ cleared: false, kept: false });
    }
  }
}
