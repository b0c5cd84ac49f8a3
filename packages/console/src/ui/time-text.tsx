/** Times and durations as texts. */
import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';
import { useLanguage } from '../text/language.tsx';
import { regionalLocale } from '../text/formats.ts';
import type { Language } from '../text/languages.ts';

/** The time zone in which times are shown. */
export const ZoneContext = createContext('UTC');

/** The time zone in which times are shown, for texts that contain a time. */
export const useZone = (): string => use(ZoneContext);

/** The clock of the pages, in epoch milliseconds: ages and durations are those of the server, whose clock may differ from that of the browser. */
export const ClockContext = createContext<() => number>(Date.now);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

const OPTIONS = {
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  long: { dateStyle: 'full', timeStyle: 'long' },
  day: { dateStyle: 'medium' },
  dayOfYear: { day: 'numeric', month: 'short' },
  clock: { timeStyle: 'short' },
  exact: { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The precision with which a time is shown. */
type TimeForm = keyof typeof OPTIONS;

/** The text of a time in a zone, in the format of the person's region. */
export function timeText(time: number | string, form: TimeForm, language: Language, zone: string): string {
  const locale = regionalLocale(language);
  const key = `${form} ${locale} ${zone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...OPTIONS[form], timeZone: zone });
  formats.set(key, format);
  return format.format(new Date(time));
}

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** The times that a sentence of the server names, in ISO 8601. */
export const instantsIn = (sentence: string): readonly string[] => sentence.match(INSTANT) ?? [];

/** The sentence of the server with its times as those of a zone. */
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

/** How long ago a time was, or in which time it is: "7 min ago". It stays up to date; on hover it is exact. */
export function AgoText({ at }: { at: number | string }): ReactNode {
  const language = useLanguage();
  const zone = useZone();
  const clock = use(ClockContext);
  const time = new Date(at);
  const ago = useSyncExternalStore(eachSecond, () => agoText(time.getTime(), clock(), language, zone));
  return (
    <time dateTime={time.toISOString()} title={timeText(at, 'long', language, zone)}>
      {ago}
    </time>
  );
}

/** When something will be: in how many minutes within an hour, and later the time of the day. It stays up to date; on hover it is exact. */
export function SoonText({ at }: { at: number | string }): ReactNode {
  const clock = use(ClockContext);
  const isNear = useSyncExternalStore(eachSecond, () => new Date(at).getTime() - clock() < HOUR);
  return isNear ? <AgoText at={at} /> : <TimeText at={at} form="clock" />;
}

/** The duration of what began at a time and has not ended: it counts the seconds. */
export function RunningDuration({ since }: { since: number | string }): ReactNode {
  const language = useLanguage();
  const clock = use(ClockContext);
  const start = new Date(since).getTime();
  return useSyncExternalStore(eachSecond, () => {
    const seconds = Math.max(Math.floor((clock() - start) / SECOND), 0);
    return seconds === 0 ? `0${UNIT_NAMES[language][3]}` : durationText(seconds * SECOND, language);
  });
}

const tickers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls a function each second until its subscription ends. All of them share one timer. */
function eachSecond(onTick: () => void): () => void {
  tickers.add(onTick);
  timer ??= setInterval(() => tickers.forEach((tick) => tick()), SECOND);
  return () => {
    tickers.delete(onTick);
    if (tickers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;
/** Times that are farther away, in milliseconds, are shown as dates. */
const MAX_AGO = 7 * DAY;

/** The distance of a time from now in its largest unit; the day of a time that is more than a week away, with its year unless it is this one. */
function agoText(time: number, now: number, language: Language, zone: string): string {
  const distance = time - now;
  const isThisYear = new Date(time).getUTCFullYear() === new Date(now).getUTCFullYear();
  if (Math.abs(distance) > MAX_AGO) return timeText(time, isThisYear ? 'dayOfYear' : 'day', language, zone);
  const [unit, length] = UNITS.find(([, milliseconds]) => Math.abs(distance) >= milliseconds) ?? (['second', SECOND] as const);
  const count = Math.trunc(distance / length);
  // Without the full stops of abbreviations: this is no sentence.
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }).format(count, unit).replaceAll('.', '');
}

/** The short names of the units of durations: day, hour, minute, second, millisecond. */
const UNIT_NAMES: Readonly<Record<Language, readonly [string, string, string, string, string]>> = {
  en: [' d', ' h', ' min', ' s', ' ms'],
  de: [' d', ' h', ' min', ' s', ' ms'],
  fr: [' j', ' h', ' min', ' s', ' ms'],
  ja: ['日', '時間', '分', '秒', 'ミリ秒'],
};

/** The text of a duration: below a minute in one unit, otherwise in its two largest ones, without a second one that is 0. */
export function durationText(milliseconds: number, language: Language): string {
  const [day, hour, minute, second, millisecond] = UNIT_NAMES[language];
  const number = (value: number, digits = 0): string => new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  if (milliseconds < SECOND) return `${number(milliseconds)}${millisecond}`;
  if (milliseconds < 10 * SECOND) return `${number(milliseconds / SECOND, 1)}${second}`;
  if (milliseconds < MINUTE) return `${number(Math.floor(milliseconds / SECOND))}${second}`;
  const [large, largeName, small, smallName] =
    milliseconds < HOUR
      ? ([MINUTE, minute, SECOND, second] as const)
      : milliseconds < DAY
        ? ([HOUR, hour, MINUTE, minute] as const)
        : ([DAY, day, HOUR, hour] as const);
  const rest = Math.floor((milliseconds % large) / small);
  return `${number(Math.floor(milliseconds / large))}${largeName}${rest > 0 ? ` ${number(rest)}${smallName}` : ''}`;
}

/** A duration. */
export function DurationText({ milliseconds }: { milliseconds: number | undefined }): ReactNode {
  const language = useLanguage();
  return milliseconds === undefined ? '–' : durationText(milliseconds, language);
}
