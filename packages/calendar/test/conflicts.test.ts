import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { firstConflict } from '../src/conflicts.ts';
import type { TriggerDefinition } from '../src/definition.ts';
import { instantsBetween } from '../src/fires.ts';
import { readTrigger } from '../src/triggers.ts';

const NOW = Date.parse('2026-11-21T10:20:30.400Z');
const [YEARS, GAP] = [5, 300_000];
const cron = (name: string, cronExpression: string, timeZone = 'UTC'): TriggerDefinition => ({
  name,
  type: 'CRON',
  cronExpression,
  timeZone,
});
const found = (...definitions: TriggerDefinition[]): string | undefined => {
  const conflict = firstConflict(definitions.map(readTrigger), NOW, YEARS, GAP);
  const describeFire = (fire: { instant: number; trigger: { name: string } }): string =>
    `${fire.trigger.name} ${new Date(fire.instant).toISOString().slice(0, 16)}`;
  return conflict && `${describeFire(conflict.first)}, ${describeFire(conflict.second)}`;
};

describe('the first conflict', () => {
  const cases: [title: string, definitions: TriggerDefinition[], expected: string | undefined][] = [
    ['five minutes are enough', [cron('a', '0 6 * * ?'), cron('b', '5 6 * * ?')], undefined],
    ['four minutes are not enough', [cron('a', '0 6 * * ?'), cron('b', '4 6 * * ?')], 'a 2026-11-22T06:00, b 2026-11-22T06:04'],
    ['the same instant', [cron('a', '0 6 * * ?'), cron('b', '0 6 1 12 ?')], 'a 2026-12-01T06:00, b 2026-12-01T06:00'],
    ['a trigger with itself', [cron('a', '0,3 6 * * ?')], 'a 2026-11-22T06:00, a 2026-11-22T06:03'],
    ['over midnight', [cron('a', '58 23 * * ?'), cron('b', '1 0 ? * SUN')], 'a 2026-11-21T23:58, b 2026-11-22T00:01'],
    ['only on 29 February', [cron('a', '0 6 29 * ?'), cron('b', '2 6 29 2 ?')], 'a 2028-02-29T06:00, b 2028-02-29T06:02'],
    [
      'two zones in summer only',
      [cron('a', '0 6 * * ?', 'UTC'), cron('b', '0 8 * * ?', 'Europe/Paris')],
      'a 2027-03-28T06:00, b 2027-03-28T06:00',
    ],
    [
      'at a time that the clock skips',
      [cron('a', '58 1 * * ?', 'America/New_York'), cron('b', '30 2 * * ?', 'America/New_York')],
      'a 2027-03-14T06:58, b 2027-03-14T07:00',
    ],
    [
      'in the last days of the five years',
      [cron('a', '0 6 20 11 ? 2031'), cron('b', '1 6 20 11 ?')],
      'a 2031-11-20T06:00, b 2031-11-20T06:01',
    ],
    ['after the five years', [cron('a', '0 6 22 11 ? 2031'), cron('b', '1 6 22 11 ?')], undefined],
    ['every five minutes, in two triggers', [cron('a', '*/5 0-11 * * ?'), cron('b', '*/5 12-23 * * ?')], undefined],
    [
      'two intervals that meet once in 77 days',
      [
        { name: 'a', type: 'DAILY', interval: 7, startDate: '2026-11-23', startTime: '06:00' },
        { name: 'b', type: 'DAILY', interval: 11, startDate: '2026-11-24', startTime: '06:00' },
      ],
      'a 2027-01-18T06:00, b 2027-01-18T06:00',
    ],
  ];
  for (const [title, definitions, expected] of cases) test(title, () => assert.equal(found(...definitions), expected));
});

test('finds the same conflict as a comparison of all instants, on random sets of triggers', (t) => {
  const seed = Number(process.env['MILLRACE_SEED'] ?? 20261121);
  t.diagnostic(`seed ${seed}`);
  let state = seed;
  const below = (end: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  const zones = ['UTC', 'America/New_York', 'Europe/Paris', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'];
  let conflicts = 0;
  for (let round = 0; round < 60; round += 1) {
    const triggers = Array.from({ length: 2 + below(5) }, (_, index) => {
      const timeZone = zones[below(zones.length)] ?? 'UTC';
      const hour = 10 + below(3);
      const days = ['* * ?', '1-28/9 * ?', '? * MON,THU', 'L * ?', '29 2 ?', '? 3,11 SUN'][below(6)] ?? '';
      return below(2)
        ? readTrigger(cron(String(index), `${below(60)} ${hour}-${hour + 8} ${days}`, timeZone))
        : readTrigger({
            name: String(index),
            type: 'DAILY',
            interval: 1 + below(40),
            startDate: `2026-1${below(3)}-1${below(10)}`,
            startTime: `${hour}:${10 + below(50)}`,
            timeZone,
          });
    });
    const all = triggers
      .flatMap((trigger) => [...instantsBetween(trigger, NOW, Date.parse('2031-11-21T10:20:30.400Z'))])
      .toSorted((a, b) => a - b);
    const at = all.findIndex((instant, index) => index > 0 && instant - (all[index - 1] ?? 0) < GAP);
    const conflict = firstConflict(triggers, NOW, YEARS, GAP);
    assert.equal(conflict?.second.instant, at < 0 ? undefined : all[at], `round ${round} of seed ${seed}`);
    assert.equal(conflict?.first.instant, at < 0 ? undefined : all[at - 1], `round ${round} of seed ${seed}`);
    if (conflict) conflicts += 1;
  }
  assert.ok(conflicts > 5 && conflicts < 55, `${conflicts} of 60 sets have a conflict: the sets prove nothing`);
});
