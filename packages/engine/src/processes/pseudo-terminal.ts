/**
 * Pseudo-terminals as the standard output of tasks. The C library, Python, Perl and others buffer kilobytes of output to a pipe, but write each line to a
 * terminal at once (ADR 35).
 */
import { closeSync, constants } from 'node:fs';
import type { Readable } from 'node:stream';
import { ReadStream } from 'node:tty';

/** The two ends of an output, as numbers of open files: the end that the engine reads, and the end that the task writes. */
export type OutputEnds = [read: number, write: number];

const NO_CONTROLLING_TERMINAL = 0o400;
const CLOSE_ON_EXEC = 0o2000000;
const OPEN_OTHER_END = 0x5441;
const SET_SIZE = 0x5414;
const APPLY_NOW = 0;
/** Buffer size for the settings of a terminal, larger than in any C library of Linux. */
const OPAQUE_BYTES = 256;
/** Rows, columns, and the size in pixels, which programs do not use. The terminal is wide, so that programs do not cut their tables. */
const SIZE = Buffer.from(Uint16Array.of(50, 200, 0, 0).buffer);
/** Larger than any single read from a terminal returns. */
const READ_BYTES = 2 ** 14;
/** Larger than the kernel's buffer of a terminal: after so many bytes, everything that was buffered at the beginning has been read. */
const KERNEL_BYTES = 2 ** 17;
const { O_NONBLOCK, O_RDWR, O_WRONLY } = constants;

/** Terminals of this machine. */
export type PseudoTerminals = {
  /** Opens a terminal in raw mode; undefined if the machine has no terminals, or all of them are in use. */
  open: () => OutputEnds | undefined;
  /** Reads the output of a terminal; the stream closes when no process has the terminal open any more. */
  read: (end: number) => TerminalOutput;
};

/** The output of a task. `catchUp` emits at once everything written so far; without it, the kernel reports that output a little later. */
type TerminalOutput = Readable & { catchUp: () => void };

/**
 * Binds the calls of the C library.
 * @rule bundles.run.live
 */
export function bindPseudoTerminals(library: import('koffi').LibraryHandle): PseudoTerminals {
  const openTerminal = library.func('int posix_openpt(int flags)');
  const unlock = library.func('int unlockpt(int terminal)');
  const control = library.func('int ioctl(int terminal, ulong request, ...)');
  const getSettings = library.func('int tcgetattr(int terminal, _Out_ void *settings)');
  const makeRaw = library.func('void cfmakeraw(_Inout_ void *settings)');
  const setSettings = library.func('int tcsetattr(int terminal, int when, void *settings)');
  const readBytes = library.func('long read(int file, _Out_ void *bytes, size_t most)');
  const bytes = Buffer.alloc(READ_BYTES);

  function open(): OutputEnds | undefined {
    // Node does not set O_NONBLOCK, because it reads only when bytes are available. `catchUp` also reads when there may be none.
    const ours = openTerminal(O_RDWR | O_NONBLOCK | NO_CONTROLLING_TERMINAL | CLOSE_ON_EXEC);
    if (ours < 0) return undefined;
    const theirs = unlock(ours) === 0 ? control(ours, OPEN_OTHER_END, 'int', O_WRONLY | NO_CONTROLLING_TERMINAL | CLOSE_ON_EXEC) : -1;
    const settings = Buffer.alloc(OPAQUE_BYTES);
    if (theirs >= 0 && getSettings(theirs, settings) === 0) {
      makeRaw(settings);
      if (setSettings(theirs, APPLY_NOW, settings) === 0 && control(theirs, SET_SIZE, 'void *', SIZE) === 0) return [ours, theirs];
    }
    for (const end of [ours, theirs]) if (end >= 0) closeSync(end);
    return undefined;
  }

  function read(end: number): TerminalOutput {
    const terminal = new ReadStream(end);
    // When the last writer closes, the kernel reports an input/output error, where a pipe would report its end.
    terminal.on('error', () => {});
    return Object.assign(terminal, {
      catchUp() {
        if (terminal.destroyed || terminal.isPaused()) return;
        // Until a read finds nothing: one that finds bytes may miss others that the kernel still moves. Before it reports nothing, it has moved all.
        for (let [count, total] = [1, 0]; count > 0 && total < KERNEL_BYTES; total += count) {
          count = Math.max(0, readBytes(end, bytes, READ_BYTES));
          if (count > 0) terminal.push(Buffer.from(bytes.subarray(0, count)));
        }
      },
    });
  }

  return { open, read };
}
