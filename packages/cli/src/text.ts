import { stripVTControlCharacters } from 'node:util';

// Control characters and the marks that change the reading direction could make a terminal show something else than what is there.
// oxlint-disable-next-line no-control-regex -- these are the characters to take out
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;
const WITHOUT_WIDTH = /\p{Mark}|\p{Format}/u;

/** Replaces control characters in untrusted text, so that it is safe for a terminal. Line ends and tabs stay. */
export function safe(text: string): string {
  return stripVTControlCharacters(text).replaceAll(UNSAFE, '\ufffd');
}

/** Safe text on one line. */
export function oneLine(text: string): string {
  return safe(text.replaceAll(/\s*[\r\n]+\s*/g, ' ').replaceAll('\t', ' ')).trim();
}

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WITHOUT_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** A time of the API in the time zone of the reader, with its offset from UTC. */
export function localTime(time: string | number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clockTime(date)} ${zoneOf(date)}`;
}

/** The offset of the time zone at this time, such as `+02:00`. */
function zoneOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Hours to milliseconds of a log line, in the time zone of the reader, with its offset from UTC. */
export function logTime(epochMilliseconds: number): string {
  const date = new Date(epochMilliseconds);
  return `${clockTime(date)}.${String(date.getMilliseconds()).padStart(3, '0')} ${zoneOf(date)}`;
}

/** Bytes in the largest unit that keeps them readable. */
export function byteCount(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'];
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  return `${(bytes / 1000 ** step).toFixed(1)} ${units[step - 1]}`;
}

function clockTime(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
