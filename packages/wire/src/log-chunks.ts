/**
 * The form in which log lines are sent and stored: UTF-8 text compressed with zstd, a line for each entry, `<epoch ms> <severity><type> <message>`.
 * Uncompressed text is read too, so that SQL can write an entry. The text has no line numbers: the number of its first line is stored beside a chunk.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The severities, the most severe last; the position of a severity is its bit in `severities` of a chunk. */
export const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
/** Severity of an entry. */
export type Severity = (typeof SEVERITIES)[number];
const TYPES = ['STDOUT', 'STDERR', 'SYSTEM'] as const;
/** Source of an entry; `SYSTEM` is the engine or the control plane itself. */
type LogType = (typeof TYPES)[number];
/** One entry of a log; `at` in epoch milliseconds. */
export type LogLine = { at: number; severity: Severity; type: LogType; message: string };

/** Maximum number of lines of a chunk. */
export const CHUNK_LINES = 8192;
/** Maximum bytes of the text of a chunk. */
const CHUNK_TEXT_BYTES = 4 * 2 ** 20;
/** Maximum bytes of a chunk as it is sent: where compression does not shrink the text, it adds less than the difference. */
export const CHUNK_BYTES = CHUNK_TEXT_BYTES + 2 ** 16;
/** Maximum bytes of a message: an engine cuts a line at 64 KiB, and adds a mark that says so. */
export const MESSAGE_BYTES = 64 * 1024 + 64;

/** The letters in the text of a chunk, in the order of `SEVERITIES` and of `TYPES`. */
const [SEVERITY_LETTERS, TYPE_LETTERS] = ['TDIWEF', 'OES'];
const ZSTD_MAGIC = 0xfd2fb528;
/** Small, because Node frees the first output buffer of a decompression only at a full garbage collection, the others already at a minor one. */
const PIECE_BYTES = 4096;
const LINE_FEED = 10;
const SPACE = 32;
/** The latest time that a `Date` can hold, and the number of its digits. */
const LATEST_TIME = 8_640_000_000_000_000;
const TIME_DIGITS = 16;
const DIGIT_ZERO = 48;

/** A fault of a chunk; the message is for the program that wrote the chunk. */
export class ChunkFault extends Error {}

/** The facts of a chunk that are stored beside it. */
export type ChunkFacts = { lines: number; firstAt: number; lastAt: number; severities: number; textBytes: number };

const lettersOf = (severity: Severity, type: LogType): string =>
  `${SEVERITY_LETTERS[SEVERITIES.indexOf(severity)]}${TYPE_LETTERS[TYPES.indexOf(type)]}`;

/** Returns the bit of a severity in `severities` of a chunk. */
export const severityBit = (severity: Severity): number => 1 << SEVERITIES.indexOf(severity);

/** Lines → text of a chunk. A line feed in a message is replaced by a space. */
export function toText(lines: readonly LogLine[]): string {
  let text = '';
  for (const { at, severity, type, message } of lines)
    text += `${at} ${lettersOf(severity, type)} ${message.includes('\n') ? message.replaceAll('\n', ' ') : message}\n`;
  return text;
}

/** Lines → chunk. */
export const encodeChunk = (lines: readonly LogLine[]): Buffer => compressText(Buffer.from(toText(lines)));

/** Chunk → lines. Throws a `ChunkFault` where its text cannot be unpacked; its lines are not checked. */
export const decodeChunk = (chunk: Buffer): LogLine[] => linesOf(textOf(chunk));

/** The text of chunks → one chunk. */
export const compressText = (text: Buffer): Buffer => zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });

/**
 * Chunk → its text. An uncompressed chunk is its own text and is not checked. Throws a `ChunkFault` for damaged zstd data, and for data that unpacks to
 * more than `CHUNK_TEXT_BYTES`, without unpacking all of it.
 */
export function textOf(chunk: Buffer): Buffer {
  if (chunk.length < 4 || chunk.readUInt32LE(0) !== ZSTD_MAGIC) return chunk;
  try {
    return zstdDecompressSync(chunk, { maxOutputLength: CHUNK_TEXT_BYTES, chunkSize: PIECE_BYTES });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new ChunkFault(isTooLarge ? `the chunk unpacks to more than ${CHUNK_TEXT_BYTES} bytes` : 'the chunk is not whole zstd data');
  }
}

/** Checks each line of a chunk's text and returns the facts of the chunk. Throws a `ChunkFault` for text that does not have this form. */
export function factsOf(text: Buffer): ChunkFacts {
  const facts: ChunkFacts = { lines: 0, firstAt: LATEST_TIME, lastAt: 0, severities: 0, textBytes: text.length };
  for (let start = 0; start < text.length;) {
    const end = text.indexOf(LINE_FEED, start);
    if (end === -1) throw new ChunkFault(`line ${facts.lines} of the chunk does not end in a line feed`);
    const gap = text.indexOf(SPACE, start);
    const at = momentAt(text, start, gap);
    const severity = SEVERITY_LETTERS.indexOf(String.fromCharCode(text[gap + 1] ?? 0));
    const type = TYPE_LETTERS.indexOf(String.fromCharCode(text[gap + 2] ?? 0));
    if (gap === -1 || gap + 3 >= end || at === undefined || severity === -1 || type === -1 || text[gap + 3] !== SPACE)
      throw new ChunkFault(`line ${facts.lines} of the chunk is not '<epoch ms> <severity><type> <message>'`);
    if (end - gap - 4 > MESSAGE_BYTES)
      throw new ChunkFault(`the message of line ${facts.lines} of the chunk is longer than ${MESSAGE_BYTES} bytes`);
    facts.lines += 1;
    facts.severities |= 1 << severity;
    if (at < facts.firstAt) facts.firstAt = at;
    if (at > facts.lastAt) facts.lastAt = at;
    start = end + 1;
  }
  if (facts.lines === 0) throw new ChunkFault('the chunk has no line');
  if (facts.lines > CHUNK_LINES) throw new ChunkFault(`the chunk has more than ${CHUNK_LINES} lines`);
  return facts;
}

/** The text of a chunk → its entries; `shift` is added to each time and corrects the clock of the program that wrote the chunk. */
export const linesOf = (text: Buffer, shift = 0): LogLine[] => startsOf(text).map((start) => lineAt(text, start, shift));

/** Returns the positions at which the lines of a chunk's text begin, so that a caller can parse only the lines that it needs. */
export function startsOf(text: Buffer): number[] {
  const starts: number[] = [];
  for (let start = 0; start < text.length;) {
    starts.push(start);
    const end = text.indexOf(LINE_FEED, start);
    if (end === -1) break;
    start = end + 1;
  }
  return starts;
}

/** Returns the time of the line that begins at `start`, by the clock of the program that wrote the chunk. */
export const timeAt = (text: Buffer, start: number): number => momentAt(text, start, text.indexOf(SPACE, start)) ?? 0;

/** Returns the position in `SEVERITIES` of the severity of the line that begins at `start`. */
export const severityAt = (text: Buffer, start: number): number =>
  Math.max(SEVERITY_LETTERS.indexOf(String.fromCharCode(text[text.indexOf(SPACE, start) + 1] ?? 0)), 0);

/** Returns the entry of the line that begins at `start`. */
export function lineAt(text: Buffer, start: number, shift = 0): LogLine {
  const end = text.indexOf(LINE_FEED, start);
  const line = text.toString('utf8', start, end === -1 ? text.length : end);
  // Engines send no NUL. Should one arrive, it must not get to terminals and spreadsheets.
  return lineOf(line.includes('\0') ? line.replaceAll('\0', '') : line, shift);
}

/** One line of a chunk's text → entry. */
export function lineOf(line: string, shift = 0): LogLine {
  const gap = line.indexOf(' ');
  return {
    at: Number(line.slice(0, gap)) + shift,
    severity: SEVERITIES[SEVERITY_LETTERS.indexOf(line[gap + 1] ?? '')] ?? 'INFO',
    type: TYPES[TYPE_LETTERS.indexOf(line[gap + 2] ?? '')] ?? 'STDOUT',
    message: line.slice(gap + 4),
  };
}

/** Returns the time that the digits between two positions are; undefined if they are none. */
function momentAt(text: Buffer, start: number, end: number): number | undefined {
  if (end <= start || end - start > TIME_DIGITS) return undefined;
  let value = 0;
  for (let index = start; index < end; index += 1) {
    const digit = (text[index] ?? 0) - DIGIT_ZERO;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value <= LATEST_TIME ? value : undefined;
}
