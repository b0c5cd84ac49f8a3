/** P4: the check that 15 triggers of a schedule keep five minutes apart for five years, compared with libraries that enumerate the same period. */
import { Cron } from 'croner';
import { CronExpressionParser } from 'cron-parser';
import { firstConflict, readTrigger } from '../packages/calendar/src/index.ts';
import { type Contestant, percentile } from './contestant.ts';
import { bench } from './harness.ts';

const OURS = 'Millrace';
const ZONE = 'America/New_York';
const FROM = Date.parse('2026-11-21T00:00:00Z');
const DAY = 86_400_000;
/** The libraries would need half a minute for five years. They enumerate this number of days, and the time is scaled. */
const SHARE_DAYS = 30;
const FIVE_YEARS = 1826;
/** The first eight fire every five minutes, each in two other hours of the day. The other seven fire once a week, on different days. */
const EXPRESSIONS = [
  ...Array.from({ length: 8 }, (_, index) => `*/5 ${index * 2}-${index * 2 + 1} ? * *`),
  ...Array.from({ length: 7 }, (_, index) => `${index * 8} 20 ? * ${['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'][index]}`),
];

const contestant = (name: string, run: () => number): Contestant => ({ name, run: async () => run() });

await bench('P4', 'the check of distances over five years with daylight saving', async ({ quick, smoke }) => {
  const checks = smoke ? 3 : quick ? 100 : 500;
  return [
    {
      title: `a trigger for a schedule of 14, eight of them every five minutes, in ${ZONE}: p99 of ${checks} checks`,
      unit: 'ms',
      better: 'less',
      decimals: 1,
      contestants: [
        contestant(OURS, () => p99(checks)),
        contestant('croner 11.0.1, enumerating', () => scaled(enumerateWithCroner)),
        contestant('cron-parser 5.10.5, enumerating', () => scaled(enumerateWithParser)),
      ],
      target: {
        text: 'p99 < 50 ms, 20 times the enumeration',
        reached: (median) =>
          median(OURS) < 50 &&
          median('croner 11.0.1, enumerating') >= 20 * median(OURS) &&
          median('cron-parser 5.10.5, enumerating') >= 20 * median(OURS),
      },
      notes: [
        'Millrace parses all 15 triggers for each check and finds no conflict, so that it has to examine the whole period. Each check begins one day later.',
        `The libraries only enumerate, ${SHARE_DAYS} days of each expression, and the time is scaled to ${FIVE_YEARS} days; they neither merge nor compare the instants, which would take more time.`,
      ],
    },
  ];
});

/** Makes checks, and returns the milliseconds within which 99 % of them ended. Throws if a check finds a conflict. */
function p99(checks: number): number {
  const times: number[] = [];
  for (let check = 0; check < checks; check += 1) {
    const startedAt = performance.now();
    const triggers = EXPRESSIONS.map((cronExpression, index) =>
      readTrigger({ name: String(index), type: 'CRON', cronExpression, timeZone: ZONE }),
    );
    const conflict = firstConflict(triggers, FROM + check * DAY, 5, 5 * 60_000);
    times.push(performance.now() - startedAt);
    if (conflict) throw new Error(`The set has a conflict at ${conflict.second.instant}: a conflict ends the check early.`);
  }
  return percentile(times, 0.99);
}

/** Enumerates each expression for some days, and returns the milliseconds that five years would take. */
function scaled(enumerate: (expression: string, to: number) => number): number {
  const startedAt = performance.now();
  let fires = 0;
  for (const expression of EXPRESSIONS) fires += enumerate(`0 ${expression.replaceAll('?', '*')}`, FROM + SHARE_DAYS * DAY);
  if (fires < SHARE_DAYS * 8 * 24) throw new Error(`Only ${fires} instants were enumerated.`);
  return ((performance.now() - startedAt) * FIVE_YEARS) / SHARE_DAYS;
}

function enumerateWithCroner(expression: string, to: number): number {
  const cron = new Cron(expression, { timezone: ZONE });
  let fires = 0;
  for (let next = cron.nextRun(new Date(FROM)); next && next.getTime() < to; next = cron.nextRun(next)) fires += 1;
  return fires;
}

function enumerateWithParser(expression: string, to: number): number {
  const cron = CronExpressionParser.parse(expression, { tz: ZONE, currentDate: new Date(FROM) });
  let fires = 0;
  while (cron.next().getTime() < to) fires += 1;
  return fires;
}
