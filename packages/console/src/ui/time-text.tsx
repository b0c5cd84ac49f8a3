/** Times and durations as texts. */
import { createContext, use, type ReactNode } from 'react';
import { useLanguage } from '../text/language.tsx';
import type { Language } from '../text/messages.ts';

/** The time zone in which times are shown. */
export const ZoneContext = createContext('UTC');

/** The time zone in which times are shown, for texts that contain a time. */
export const useZone = (): string => use(ZoneContext);

const formats = new Map<string, Intl.DateTimeFormat>();

const OPTIONS = {
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  long: { dateStyle: 'full', timeStyle: 'long' },
  day: { dateStyle: 'medium' },
  clock: { timeStyle: 'short' },
  exact: { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The precision with which a time is shown. */
type TimeForm = keyof typeof OPTIONS;

/** The text of a time in a zone. */
export function timeText(time: number | string, form: TimeForm, language: Language, zone: string): string {
  const key = `${form} ${language} ${zone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...OPTIONS[form], timeZone: zone });
  formats.set(key, format);
  return format.format(new Date(time));
}

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Shows the times in a sentence of the server in a zone. */
export const withZonedTimes = (sentence: string, language: Language, zone: string): string =>
  sentence.replace(INSTANT, (instant) => timeText(instant, 'second', language, zone));

/** A time in the chosen zone. On hover it is shown in UTC, or, if UTC is chosen, in the zone of the browser. */
export function TimeText({ at, form = 'second' }: { at: number | string | undefined; form?: TimeForm }): ReactNode {
  const language = useLanguage();
  const zone = useZone();
  if (at === undefined) return '–';
  const other = zone === 'UTC' ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  return (
    <time dateTime={new Date(at).toISOString()} title={timeText(at, 'long', language, other)}>
      {timeText(at, form, language, zone)}
    </time>
  );
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The text of a duration in its two largest units. */
export function durationText(milliseconds: number, language: Language): string {
  const number = (value: number, digits = 0): string => new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  if (milliseconds < SECOND) return `${number(milliseconds)} ms`;
  if (milliseconds < 10 * SECOND) return `${number(milliseconds / SECOND, 1)} s`;
  if (milliseconds < MINUTE) return `${number(Math.round(milliseconds / SECOND))} s`;
  const [large, largeName, small, smallName] =
    milliseconds < HOUR ? [MINUTE, 'min', SECOND, 's'] : milliseconds < DAY ? [HOUR, 'h', MINUTE, 'min'] : ([DAY, 'd', HOUR, 'h'] as const);
  const rest = Math.floor((milliseconds % Number(large)) / Number(small));
  return `${number(Math.floor(milliseconds / Number(large)))} ${largeName}${rest > 0 ? ` ${number(rest)} ${smallName}` : ''}`;
}

/** A duration. */
export function DurationText({ milliseconds }: { milliseconds: number | undefined }): ReactNode {
  const language = useLanguage();
  return milliseconds === undefined ? '–' : durationText(milliseconds, language);
}
