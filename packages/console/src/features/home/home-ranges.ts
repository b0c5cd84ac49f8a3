/** The ranges of the start page. */
import { PAST_PERIODS } from '../../app/past-periods.ts';
import { oneWord } from '../../app/search.ts';

/** The ranges, the shortest first. `night` is from 18:00 until 07:00, in the morning until now: what fails after 07:00 must not be missed. */
export const RANGES = ['night', '24h', '7d'] as const;

/** The name of a range. */
export type RangeName = (typeof RANGES)[number];

/** The search parameters of the page. */
export const HOME_SEARCH = { range: oneWord(...RANGES) };

/** A range of trigger times in epoch milliseconds, half-open. */
export type HomeRange = { from: number; to: number };

const HOUR = PAST_PERIODS['1h'];
const [EVENING, MORNING, NOON] = [18, 7, 12];

/** The beginning of an hour of the day of `now`, or `days` later, in epoch milliseconds. The zone of the page is UTC or that of the browser. */
const atHour = (now: number, zone: string, hour: number, days = 0): number => {
  const time = new Date(now);
  if (zone === 'UTC') return Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + days, hour);
  return new Date(time.getFullYear(), time.getMonth(), time.getDate() + days, hour).getTime();
};

/** Whether the night has just ended, or goes on. */
export const isMorning = (now: number, zone: string): boolean => now < atHour(now, zone, NOON);

/** The range that is shown if the address names none: in the morning the night, later the last 24 hours. */
export const usualRange = (now: number, zone: string): RangeName => (isMorning(now, zone) ? 'night' : '24h');

/** The times of a range. They begin with an hour of the clock, because the server has counted whole hours. */
export function rangeAt(name: RangeName, now: number, zone: string): HomeRange {
  if (name === 'night') return { from: atHour(now, zone, EVENING, -1), to: isMorning(now, zone) ? now : atHour(now, zone, MORNING) };
  const hour = Math.floor(now / HOUR) * HOUR;
  return { from: hour - (name === '24h' ? 23 : 167) * HOUR, to: now };
}
