/** The periods up to now from which people choose on several pages. */

const HOUR = 3_600_000;
/** Periods up to now, in milliseconds. */
export const PAST_PERIODS = { '1h': HOUR, '24h': 24 * HOUR, '7d': 168 * HOUR, '30d': 720 * HOUR } as const;

/** The name of a period. */
type PastPeriod = keyof typeof PAST_PERIODS;

/** The names of the periods, the shortest first. */
export const PAST_PERIOD_NAMES = Object.keys(PAST_PERIODS) as PastPeriod[];
