import type { LogLine } from '@millrace/wire/log-chunks';
import { SeverityReader } from './severity.ts';

/** The bytes of a line that are kept; a longer one is cut and ends with a mark. */
export const LINE_BYTES = 64 * 1024;
const CUT_MARK = ' … [cut at 64 KiB]';
const LINE_FEED = 10;

// Built from strings because lint forbids control characters in a literal: CSI (also as one C1 character), OSC, character sets, two-character escapes.
const ANSI = new RegExp(
  [
    '[\\u001b][[][0-?]*[ -/]*[@-~]',
    '\\u009b[0-?]*[ -/]*[@-~]',
    '\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)',
    '\\u001b[ -/]+[0-~]',
    '\\u001b[0-~]?',
  ].join('|'),
  'g',
);

/**
 * Removes a final carriage return, escape sequences and NUL from a line, and cuts it at 64 KiB.
 * @rule execution-logs.list.long-line
 * @rule execution-logs.list.encoding
 */
export function cleanLine(line: string): string {
  let text = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (text.includes('\u001b') || text.includes('\u009b')) text = text.replaceAll(ANSI, '');
  if (text.includes('\0')) text = text.replaceAll('\0', '');
  // A UTF-16 unit takes at most three bytes, so the bytes of short lines need not be counted.
  if (text.length * 3 <= LINE_BYTES || Buffer.byteLength(text) <= LINE_BYTES) return text;
  return wholeCharacters(Buffer.from(text).subarray(0, LINE_BYTES)).toString() + CUT_MARK;
}

/** Splits one output stream of a process into log lines. A line may span several chunks. */
export class LineReader {
  readonly #type: 'STDOUT' | 'STDERR';
  readonly #severity: SeverityReader;
  #rest: Buffer[] = [];
  #restBytes = 0;
  #skipping = false;

  constructor(type: 'STDOUT' | 'STDERR') {
    this.#type = type;
    this.#severity = new SeverityReader(type === 'STDERR' ? 'ERROR' : 'INFO');
  }

  /** Reads a chunk and returns the lines that it completes. */
  write(chunk: Uint8Array, at: number): LogLine[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = bytes.lastIndexOf(LINE_FEED);
    if (end === -1) return this.#storeRest(bytes, at);
    let from = 0;
    const lines: LogLine[] = [];
    if (this.#restBytes > 0 || this.#skipping) {
      from = bytes.indexOf(LINE_FEED) + 1;
      if (!this.#skipping) lines.push(this.#line(Buffer.concat([...this.#rest, bytes.subarray(0, from - 1)]).toString(), at));
      this.#rest = [];
      this.#restBytes = 0;
      this.#skipping = false;
    }
    if (from <= end) for (const text of bytes.toString('utf8', from, end).split('\n')) lines.push(this.#line(text, at));
    if (end + 1 < bytes.length) lines.push(...this.#storeRest(bytes.subarray(end + 1), at));
    return lines;
  }

  /** Returns the last line if it has no line feed. */
  end(at: number): LogLine[] {
    if (this.#restBytes === 0) return [];
    const text = Buffer.concat(this.#rest).toString();
    this.#rest = [];
    this.#restBytes = 0;
    return [this.#line(text, at)];
  }

  #storeRest(bytes: Buffer, at: number): LogLine[] {
    if (this.#skipping) return [];
    // A copy: a view would keep the whole chunk in memory.
    this.#rest.push(Buffer.from(bytes));
    this.#restBytes += bytes.length;
    if (this.#restBytes <= LINE_BYTES) return [];
    const kept = wholeCharacters(Buffer.concat(this.#rest).subarray(0, LINE_BYTES)).toString();
    this.#rest = [];
    this.#restBytes = 0;
    this.#skipping = true;
    const line = this.#line(kept, at);
    // `cleanLine` has added the mark already if bytes that are not UTF-8 became longer as text.
    return [line.message.endsWith(CUT_MARK) ? line : { ...line, message: line.message + CUT_MARK }];
  }

  #line(text: string, at: number): LogLine {
    const message = cleanLine(text);
    return { at, severity: this.#severity.next(message), type: this.#type, message };
  }
}

/** Returns the bytes without a character that is cut off at their end. */
function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  const lead = bytes[end - 1] ?? 0;
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return end - 1 + needed <= bytes.length ? bytes : bytes.subarray(0, end - 1);
}
