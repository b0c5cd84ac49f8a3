import { closeSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { lineOf, type LogLine, toText } from '@millrace/wire/log-chunks';
import { steadyNow } from '../program/steady-clock.ts';

const READ_BYTES = 2 ** 20;

/** A queue of text lines in a file, for lines that do not fit in memory while the control plane cannot be reached. */
class Spill {
  readonly #path: string;
  #file: number | undefined;
  #written = 0;
  #read = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Bytes in the queue. */
  get bytes(): number {
    return this.#written - this.#read;
  }

  /** Adds lines, each ending in a line feed; false if they could not be written. */
  append(text: string): boolean {
    const bytes = Buffer.from(text);
    try {
      this.#file ??= openSync(this.#path, 'wx+', 0o600);
      for (let done = 0; done < bytes.length;) done += writeSync(this.#file, bytes, done, bytes.length - done, this.#written + done);
    } catch {
      // A partial write lies beyond `#written`, and the next call overwrites it.
      return false;
    }
    this.#written += bytes.length;
    return true;
  }

  /** Takes some of the oldest lines, without their line feeds. */
  take(): string[] {
    if (this.#file === undefined || this.bytes === 0) return [];
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, this.bytes));
    const length = readSync(this.#file, buffer, 0, buffer.length, this.#read);
    const end = buffer.lastIndexOf(10, length - 1) + 1;
    // No line is as long as a block, so a block without a line feed means that the file was changed from outside.
    this.#read += end === 0 ? this.bytes : end;
    if (this.bytes === 0) {
      ftruncateSync(this.#file, 0);
      this.#written = 0;
      this.#read = 0;
    }
    return end === 0 ? [] : buffer.toString('utf8', 0, end - 1).split('\n');
  }

  /** Removes the file. */
  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    this.#written = 0;
    this.#read = 0;
    try {
      unlinkSync(this.#path);
    } catch {
      // The folder of the run is removed anyway.
    }
  }
}

/** Limits for the unsent log of one execution: it is stored in memory first, then in a file; lines beyond both limits are dropped. */
const QUEUE_LIMITS = { memoryBytes: 8 * 2 ** 20, spillBytes: 256 * 2 ** 20 } as const;

/** About the memory that a line takes beside its message, in bytes. */
const LINE_OVERHEAD = 100;

/**
 * The unsent log lines of one execution. Lines are numbered without gaps when they are taken.
 * @rule execution-logs.list.gap
 */
export class LogQueue {
  readonly #limits: { memoryBytes: number; spillBytes: number };
  readonly #spill: Spill;
  #memory: LogLine[] = [];
  #tail: LogLine[] = [];
  #head = 0;
  #memoryBytes = 0;
  #nextIndex = 0;
  #dropped = 0;

  constructor(spillPath: string, limits: { memoryBytes: number; spillBytes: number } = QUEUE_LIMITS) {
    this.#limits = limits;
    this.#spill = new Spill(spillPath);
  }

  get empty(): boolean {
    return this.#head === this.#memory.length && this.#spill.bytes === 0 && this.#dropped === 0 && this.#tail.length === 0;
  }

  get spilledBytes(): number {
    return this.#spill.bytes;
  }

  /** Adds lines to the memory, or beyond it to a file, synchronously. Beyond both they are dropped, and a line with their number takes their place. */
  push(lines: readonly LogLine[]): void {
    let overflow: LogLine[] = [];
    // The dropped lines came before these, so the line about them comes first.
    if (lines.length > 0 && this.#dropped > 0 && this.#hasSpace) this.#addGap();
    for (const line of lines) {
      if (overflow.length === 0 && this.#hasSpace) this.#addToMemory(line);
      else overflow.push(line);
    }
    if (overflow.length === 0) return;
    if (this.#spill.bytes >= this.#limits.spillBytes) {
      this.#dropped += overflow.length;
      return;
    }
    if (this.#dropped > 0) overflow = [this.#gap(), ...overflow];
    const lost = this.#dropped;
    this.#dropped = 0;
    if (this.#spill.append(toText(overflow))) return;
    this.#dropped = lost + overflow.length - (lost > 0 ? 1 : 0);
  }

  /** Adds the closing lines of an execution: they follow all other lines and are never dropped. */
  pushLast(lines: readonly LogLine[]): void {
    if (this.#dropped > 0) this.#tail.push(this.#gap());
    this.#dropped = 0;
    this.#tail.push(...lines);
  }

  /** Takes the oldest lines, at most `max`, whose sizes sum up to at most `budget`. A first line above the budget is taken by itself. */
  take(max: number, budget: number, size: (line: LogLine) => number): { firstIndex: number; lines: LogLine[]; cost: number } | undefined {
    const lines: LogLine[] = [];
    let cost = 0;
    while (lines.length < max) {
      if (this.#head === this.#memory.length && !this.#loadSpill() && !this.#loadGap() && !this.#loadTail()) break;
      const line = this.#memory[this.#head];
      if (line === undefined) continue;
      const next = size(line);
      if (lines.length > 0 && cost + next > budget) break;
      this.#head += 1;
      this.#memoryBytes -= line.message.length + LINE_OVERHEAD;
      cost += next;
      lines.push(line);
    }
    if (this.#head > 1000 && this.#head * 2 > this.#memory.length) {
      this.#memory = this.#memory.slice(this.#head);
      this.#head = 0;
    }
    if (lines.length === 0) return undefined;
    const firstIndex = this.#nextIndex;
    this.#nextIndex += lines.length;
    return { firstIndex, lines, cost };
  }

  /** Adds `by` to the numbers of the lines that are not taken yet. */
  renumber(by: number): void {
    this.#nextIndex += by;
  }

  /** Drops all lines and removes the file. */
  close(): void {
    this.#tail = [];
    this.#memory = [];
    this.#head = 0;
    this.#memoryBytes = 0;
    this.#spill.close();
  }

  #addToMemory(line: LogLine): void {
    this.#memory.push(line);
    this.#memoryBytes += line.message.length + LINE_OVERHEAD;
  }

  #loadSpill(): boolean {
    if (this.#spill.bytes === 0) return false;
    for (const text of this.#spill.take()) this.#addToMemory(lineOf(text));
    return true;
  }

  /** Adds the line about dropped lines if no later line follows them. */
  #loadGap(): boolean {
    if (this.#dropped === 0) return false;
    this.#addGap();
    return true;
  }

  #loadTail(): boolean {
    if (this.#tail.length === 0) return false;
    for (const line of this.#tail) this.#addToMemory(line);
    this.#tail = [];
    return true;
  }

  #addGap(): void {
    this.#addToMemory(this.#gap());
    this.#dropped = 0;
  }

  get #hasSpace(): boolean {
    return this.#spill.bytes === 0 && this.#memoryBytes < this.#limits.memoryBytes;
  }

  #gap(): LogLine {
    return gapLine(this.#dropped, 'the engine could not send them and had no space left to store them');
  }
}

/** The log line in place of missing ones. */
export const gapLine = (count: number, reason: string): LogLine => ({
  at: steadyNow(),
  severity: 'WARN',
  type: 'SYSTEM',
  message: `${count} log lines are missing here: ${reason}`,
});
