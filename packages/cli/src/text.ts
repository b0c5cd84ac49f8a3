import { stripVTControlCharacters } from 'node:util';

// Control characters and the marks that change the reading direction could make a terminal show a text that differs from the real one.
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;
const WITHOUT_WIDTH = /\p{Mark}|\p{Format}/u;

/** Replaces control characters in untrusted text, so that it is safe for a terminal. Line ends and tabs stay. */
export function safe(text: string): string {
  return stripVTControlCharacters(text).replaceAll(UNSAFE, '\ufffd');
}

/** Makes a text safe for a terminal, on one line. */
export function oneLine(text: string): string {
  return safe(text.replaceAll(/\s*[\r\n]+\s*/g, ' ').replaceAll('\t', ' ')).trim();
}

/** Returns the number of terminal columns that a text occupies. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WITHOUT_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** A time of the API in the time zone of the reader, with its offset from UTC. */
export function localTime(time: string | number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} ${clockTime(date)} ${zoneOf(date)}`;
}

/** A sentence of the API, whose times are put into the time zone of the reader. */
export const withLocalTimes = (sentence: string): string =>
  sentence.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (instant) => localTime(instant));

/** The offset of the time zone at this time, such as `+02:00`. */
function zoneOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

/** Hours to milliseconds of a log line, in the time zone of the reader, with its offset from UTC. */
export function logTime(epochMilliseconds: number): string {
  const date = new Date(epochMilliseconds);
  return `${clockTime(date)}.${String(date.getMilliseconds()).padStart(3, '0')} ${zoneOf(date)}`;
}

/** Formats a number of bytes with a unit from B to GB. */
export function byteCount(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'];
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  return `${(bytes / 1000 ** step).toFixed(1)} ${units[step - 1]}`;
}

function clockTime(date: Date): string {
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
