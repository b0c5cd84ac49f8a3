/**
 * Compares the calendar with enumerators that share no code with it. MILLRACE_INSTANTS sets the number of instants, MILLRACE_SEED the random triggers.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, enumerated, randomTriggers, ZONES } from './enumerator.ts';
import { instantsBetween } from '../src/fires.ts';
import { readTrigger } from '../src/triggers.ts';

const seed = Number(process.env['MILLRACE_SEED'] ?? 20240229);
const minInstants = Number(process.env['MILLRACE_INSTANTS'] ?? 20_000);
const { below, between, randomDefinition } = randomTriggers(seed);

test('agrees with independent enumerators in 12 zones from 2024 to 2032', (t) => {
  t.diagnostic(`seed ${seed}, ${minInstants} instants`);
  let compared = 0;
  for (let round = 0; compared < minInstants; round += 1) {
    const zone = ZONES[round % ZONES.length] as string;
    const from = Date.UTC(2024, 0, 1) + below(9 * 365 - 300) * DAY;
    const to = from + between(60, 300) * DAY;
    const definition = randomDefinition(`round ${round}`, zone, from);
    const expected = enumerated(definition, zone, from, to);
    let trigger;
    try {
      trigger = readTrigger(definition);
    } catch {
      assert.equal(expected.length, 0, `${JSON.stringify(definition)} of seed ${seed} is refused and would fire`);
      continue;
    }
    const actual = [...instantsBetween(trigger, from, to)];
    if (actual.join() !== expected.join()) {
      const different = actual.findIndex((instant, index) => instant !== expected[index]);
      const describeInstant = (instant: number | undefined): string =>
        instant === undefined ? 'nothing' : new Date(instant).toISOString();
      const index = different < 0 ? actual.length : different;
      assert.fail(
        `seed ${seed}, ${JSON.stringify(definition)}: ${describeInstant(actual[index])} instead of ${describeInstant(expected[index])}`,
      );
    }
    compared += expected.length;
  }
  t.diagnostic(`${compared} instants compared`);
});
