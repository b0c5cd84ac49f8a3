/**
 * Starts programs by `posix_spawn` of the C library: the new process shares the memory of this one until its program runs, whereas a fork, by which Node
 * starts programs, copies the page tables first. ADR 26 has the times of both.
 */
import { constants as files, fchownSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants, devNull } from 'node:os';
import type { Readable } from 'node:stream';
import { bindPseudoTerminals, type OutputEnds, type PseudoTerminals } from './pseudo-terminal.ts';
import type { Listeners, Starter, TaskProcess, TaskProgram } from './task-process.ts';
import { openThreadUser, systemError, type ThreadUser } from './thread-user.ts';

/** Buffer size for the opaque types of the C library, larger than in any C library of Linux. */
const OPAQUE_BYTES = 1024;
const CLOSE_ON_EXEC = 0o2000000;
const SET_DEFAULT_SIGNALS = 0x04;
const SET_SIGNAL_MASK = 0x08;
const SET_SESSION = 0x80;
const DO_NOT_WAIT = 1;
const CLOCK_SINCE_BOOT = 7;
/** The kernel shows times to programs in ticks of a hundredth of a second. */
const TICK_NANOSECONDS = 1e7;
const { O_RDONLY } = files;
const { ENOEXEC } = constants.errno;

/** Signal names by number. Where a signal has two names, the first one is the usual one. */
const signals = new Map(
  Object.entries(constants.signals)
    .map(([name, number]) => [number, name as NodeJS.Signals] as const)
    .toReversed(),
);

/** Opens the C library; undefined on platforms whose constants are not known here, or where its functions cannot be called. */
export async function openPosixSpawn(): Promise<Starter | undefined> {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return undefined;
  try {
    const { default: koffi } = await import('koffi');
    const library = koffi.load(null);
    const lastError = (): number => koffi.errno();
    return openStarter(bind(library), bindPseudoTerminals(library), openThreadUser(library, lastError), lastError);
  } catch {
    // The native package is not installed, or the C library lacks one of the functions.
    return undefined;
  }
}

type StringList = (string | null)[];

type StartedProcess = Pick<TaskProcess, 'pid' | 'start'>;

type Library = {
  pipe: (ends: number[], flags: number) => number;
  close: (file: number) => number;
  initActions: (actions: Buffer) => number;
  addOpen: (actions: Buffer, file: number, path: string, flags: number, mode: number) => number;
  addDuplicate: (actions: Buffer, from: number, to: number) => number;
  addFolder: (actions: Buffer, path: string) => number;
  destroyActions: (actions: Buffer) => number;
  spawn: (pid: number[], path: string, actions: Buffer, attributes: Buffer, args: StringList, environment: StringList) => number;
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
    // Node ignores some signals, and the task would inherit that.
    setDefaults(attributes, every),
    setMask(attributes, none),
    // Each task needs its own session, so that it can be killed together with all processes that it started.
    setFlags(attributes, SET_DEFAULT_SIGNALS | SET_SIGNAL_MASK | SET_SESSION),
  ];
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
      'int posix_spawn(_Out_ int *pid, const char *path, void *actions, void *attributes, const char **args, const char **environment)',
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
      // Wait for each known process separately: Node waits for the other children of this process.
      if (library.wait(pid, status, DO_NOT_WAIT) !== pid) continue;
      running.delete(pid);
      ended(status[0] ?? 0);
    }
  }

  function openPipe(command: string): OutputEnds {
    const ends = [0, 0];
    if (library.pipe(ends, CLOSE_ON_EXEC) !== 0) throw systemError(lastError(), `spawn ${command}`);
    return ends as OutputEnds;
  }

  /** The time since the machine booted, in the ticks of the process table. */
  function bootTicks(): number {
    const time = Buffer.alloc(16);
    if (library.clock(CLOCK_SINCE_BOOT, time) !== 0) return Number.NaN;
    return Number(time.readBigInt64LE(0)) * 100 + Math.floor(Number(time.readBigInt64LE(8)) / TICK_NANOSECONDS);
  }

  function spawn(
    { command, folder, environment, arguments: args, user, groups }: TaskProgram,
    output: number,
    errors: number,
  ): StartedProcess {
    const actions = Buffer.alloc(OPAQUE_BYTES);
    const pid = [0];
    const variables = [...Object.entries(environment).map(([name, value]) => `${name}=${value}`), null];
    const check = (code: number): void => {
      if (code !== 0) throw systemError(code, `spawn ${command}`);
    };
    check(library.initActions(actions));
    try {
      check(library.addOpen(actions, 0, devNull, O_RDONLY, 0));
      check(library.addDuplicate(actions, output, 1));
      check(library.addDuplicate(actions, errors, 2));
      check(library.addFolder(actions, folder));
      const call = (path: string, argv: string[]) => library.spawn(pid, path, actions, library.attributes, [...argv, null], variables);
      const start = (path: string, argv: string[]) =>
        user === undefined ? call(path, argv) : threadUser.as(user, () => call(path, argv), groups);
      const before = bootTicks();
      let code = start(command, [command, ...args]);
      // A script without a `#!` line is run by sh, as a shell does.
      if (code === ENOEXEC) code = start('/bin/sh', ['sh', command, ...args]);
      check(code);
      // The start time is known if the tick did not change meanwhile. Reading it from the process table while the program loads takes 1.5 ms.
      return { pid: pid[0] ?? 0, ...(before === bootTicks() && { start: String(before) }) };
    } finally {
      library.destroyActions(actions);
    }
  }

  async function start(program: TaskProgram, listeners: Listeners): Promise<TaskProcess> {
    requireNoNulls(program);
    const open: number[] = [];
    try {
      const ends = terminals.open();
      const [outputEnd, outputStart] = ends ?? openPipe(program.command);
      open.push(outputEnd, outputStart);
      const [errorEnd, errorStart] = openPipe(program.command);
      open.push(errorEnd, errorStart);
      // A program may open its outputs by name, as /dev/stderr, which only their owner can.
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
        // A signal without a name becomes an exit code above 128, as in a shell, so that a killed process does not count as successful.
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

/** Requires texts without NUL, because the C library would cut a text there. */
function requireNoNulls({ command, folder, environment, arguments: args }: TaskProgram): void {
  const texts = [command, folder, ...args, ...Object.entries(environment).flat()];
  if (!texts.some((one) => one.includes('\0'))) return;
  throw Object.assign(new Error(`spawn ${command}: a path, an argument or a variable has a null byte`), { code: 'ERR_INVALID_ARG_VALUE' });
}
