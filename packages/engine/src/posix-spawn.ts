/**
 * Starts programs by `posix_spawn` of the C library: the new process borrows the memory of this one until its program runs, where a fork
 * copies the page tables first. That takes a quarter of the time (ADR 26).
 */
import { constants as files, fchownSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants, devNull } from 'node:os';
import type { Readable } from 'node:stream';
import { getSystemErrorMessage, getSystemErrorName } from 'node:util';
import { bindPseudoTerminals, type OutputEnds, type PseudoTerminals } from './pseudo-terminal.ts';
import type { Listeners, Program, Starter, TaskProcess } from './task-process.ts';
import { openThreadUser, type ThreadUser } from './thread-user.ts';

/** More than any C library of Linux needs for the types that it keeps to itself. */
const OPAQUE_BYTES = 1024;
const CLOSE_ON_EXEC = 0o2000000;
const SET_DEFAULT_SIGNALS = 0x04;
const SET_SIGNAL_MASK = 0x08;
const SET_SESSION = 0x80;
const DO_NOT_WAIT = 1;
const CLOCK_SINCE_BOOT = 7;
/** The kernel counts in hundredths of a second towards programs. */
const TICK_NANOSECONDS = 1e7;
const { O_RDONLY } = files;
const { ENOEXEC } = constants.errno;

/** Of two names of one signal the first is the usual one. */
const signals = new Map(
  Object.entries(constants.signals)
    .map(([name, number]) => [number, name as NodeJS.Signals] as const)
    .toReversed(),
);

/** Opens the C library; undefined where its numbers are not known here, or its functions cannot be called. */
export async function openPosixSpawn(): Promise<Starter | undefined> {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return undefined;
  try {
    const { default: koffi } = await import('koffi');
    const library = koffi.load(null);
    const lastError = (): number => koffi.errno();
    return openStarter(bind(library), bindPseudoTerminals(library), openThreadUser(library, lastError), lastError);
  } catch {
    // An installation without the native package, or a C library without one of the functions.
    return undefined;
  }
}

type Words = (string | null)[];

type Begun = Pick<TaskProcess, 'pid' | 'start'>;

type Library = {
  pipe: (ends: number[], flags: number) => number;
  close: (file: number) => number;
  initActions: (actions: Buffer) => number;
  addOpen: (actions: Buffer, file: number, path: string, flags: number, mode: number) => number;
  addDuplicate: (actions: Buffer, from: number, to: number) => number;
  addFolder: (actions: Buffer, path: string) => number;
  destroyActions: (actions: Buffer) => number;
  spawn: (pid: number[], path: string, actions: Buffer, attributes: Buffer, words: Words, environment: Words) => number;
  wait: (pid: number, status: number[], flags: number) => number;
  clock: (clock: number, time: Buffer) => number;
  attributes: Buffer;
};

function bind(library: import('koffi').LibraryHandle): Library {
  const fillSet = library.func('int sigfillset(void *set)');
  const emptySet = library.func('int sigemptyset(void *set)');
  const initAttributes = library.func('int posix_spawnattr_init(void *attributes)');
  const setDefaults = library.func('int posix_spawnattr_setsigdefault(void *attributes, void *set)');
  const setMask = library.func('int posix_spawnattr_setsigmask(void *attributes, void *set)');
  const setFlags = library.func('int posix_spawnattr_setflags(void *attributes, short flags)');
  const [attributes, every, none] = [Buffer.alloc(OPAQUE_BYTES), Buffer.alloc(OPAQUE_BYTES), Buffer.alloc(OPAQUE_BYTES)];
  fillSet(every);
  emptySet(none);
  const codes = [
    initAttributes(attributes),
    // Node ignores some signals, and what is ignored would stay so in the task.
    setDefaults(attributes, every),
    setMask(attributes, none),
    setFlags(attributes, SET_DEFAULT_SIGNALS | SET_SIGNAL_MASK | SET_SESSION),
  ];
  // Without a session of its own a task could not be ended with all that it started.
  if (codes.some((code) => code !== 0)) throw new Error('The C library does not know an attribute of new processes');
  return {
    pipe: library.func('int pipe2(_Out_ int *ends, int flags)'),
    close: library.func('int close(int file)'),
    initActions: library.func('int posix_spawn_file_actions_init(void *actions)'),
    addOpen: library.func('int posix_spawn_file_actions_addopen(void *actions, int file, const char *path, int flags, uint mode)'),
    addDuplicate: library.func('int posix_spawn_file_actions_adddup2(void *actions, int from, int to)'),
    addFolder: library.func('int posix_spawn_file_actions_addchdir_np(void *actions, const char *path)'),
    destroyActions: library.func('int posix_spawn_file_actions_destroy(void *actions)'),
    spawn: library.func(
      'int posix_spawn(_Out_ int *pid, const char *path, void *actions, void *attributes, const char **words, const char **environment)',
    ),
    wait: library.func('int waitpid(int pid, _Out_ int *status, int flags)'),
    clock: library.func('int clock_gettime(int clock, void *time)'),
    attributes,
  };
}

function openStarter(library: Library, terminals: PseudoTerminals, threadUser: ThreadUser, lastError: () => number): Starter {
  const running = new Map<number, (status: number) => void>();

  function reap(): void {
    for (const [pid, ended] of running) {
      const status = [0];
      // Asked for each by itself: other children of this process are not ours to take.
      if (library.wait(pid, status, DO_NOT_WAIT) !== pid) continue;
      running.delete(pid);
      ended(status[0] ?? 0);
    }
  }

  function openPipe(command: string): OutputEnds {
    const ends = [0, 0];
    if (library.pipe(ends, CLOSE_ON_EXEC) !== 0) throw systemError(lastError(), command);
    return ends as OutputEnds;
  }

  /** The kernel's ticks since the machine began, as its process table has them. */
  function ticks(): number {
    const time = Buffer.alloc(16);
    if (library.clock(CLOCK_SINCE_BOOT, time) !== 0) return Number.NaN;
    return Number(time.readBigInt64LE(0)) * 100 + Math.floor(Number(time.readBigInt64LE(8)) / TICK_NANOSECONDS);
  }

  function spawn({ command, folder, environment, arguments: words, user }: Program, output: number, errors: number): Begun {
    const actions = Buffer.alloc(OPAQUE_BYTES);
    const pid = [0];
    const variables = [...Object.entries(environment).map(([name, value]) => `${name}=${value}`), null];
    const check = (code: number): void => {
      if (code !== 0) throw systemError(code, command);
    };
    check(library.initActions(actions));
    try {
      check(library.addOpen(actions, 0, devNull, O_RDONLY, 0));
      check(library.addDuplicate(actions, output, 1));
      check(library.addDuplicate(actions, errors, 2));
      check(library.addFolder(actions, folder));
      const call = (path: string, all: string[]) => library.spawn(pid, path, actions, library.attributes, [...all, null], variables);
      const start = (path: string, all: string[]) => (user === undefined ? call(path, all) : threadUser.as(user, () => call(path, all)));
      const before = ticks();
      let code = start(command, [command, ...words]);
      // As a shell does with a script that does not say by what it is run.
      if (code === ENOEXEC) code = start('/bin/sh', ['sh', command, ...words]);
      check(code);
      // To ask the process table for a process that is just loading takes a millisecond and a half.
      return { pid: pid[0] ?? 0, ...(before === ticks() && { start: String(before) }) };
    } finally {
      library.destroyActions(actions);
    }
  }

  async function start(program: Program, listeners: Listeners): Promise<TaskProcess> {
    refuseNulls(program);
    const open: number[] = [];
    try {
      const ends = terminals.open();
      const [outputEnd, outputStart] = ends ?? openPipe(program.command);
      open.push(outputEnd, outputStart);
      const [errorEnd, errorStart] = openPipe(program.command);
      open.push(errorEnd, errorStart);
      // A program may open them by their names, as /dev/stderr, which only their owner can.
      if (program.user !== undefined) for (const file of [outputStart, errorStart]) fchownSync(file, program.user, program.user);
      const { pid, ...begun } = spawn(program, outputStart, errorStart);
      open.splice(0, open.length, outputStart, errorStart);
      const terminal = ends && terminals.read(outputEnd);
      const stdout = terminal ?? readPipe(outputEnd);
      const stderr = readPipe(errorEnd);
      let left = 3;
      const count = () => {
        left -= 1;
        if (left === 0) listeners.closed();
      };
      stdout.on('close', count);
      stderr.on('close', count);
      running.set(pid, (status) => {
        const number = status & 0x7f;
        const signal = signals.get(number) ?? null;
        // A signal without a name becomes a code as in a shell: whoever was killed has not succeeded.
        const code = number === 0 ? status >> 8 : 128 + number;
        listeners.exited(signal === null ? code : null, signal);
        count();
      });
      return { pid, ...begun, stdout, stderr, ...(terminal && { catchUp: terminal.catchUp }) };
    } finally {
      for (const file of open) library.close(file);
    }
  }

  return { start, reap, killUser: threadUser.killAll };
}

const readPipe = (end: number): Readable => new Socket({ fd: end, readable: true, writable: false });

/** What the C library would end a text at. */
function refuseNulls({ command, folder, environment, arguments: words }: Program): void {
  const texts = [command, folder, ...words, ...Object.entries(environment).flat()];
  if (!texts.some((one) => one.includes('\0'))) return;
  throw Object.assign(new Error(`spawn ${command}: a path, an argument or a variable has a null byte`), { code: 'ERR_INVALID_ARG_VALUE' });
}

function systemError(number: number, command: string): Error {
  const code = getSystemErrorName(-number);
  return Object.assign(new Error(`spawn ${command} ${code}: ${getSystemErrorMessage(-number)}`), { code });
}
