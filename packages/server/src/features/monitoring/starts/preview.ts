/** The next times of a trigger that is not stored. */
import { clockChangesOf, nextInstant, readTrigger, type TriggerClockChange, type TriggerDefinition } from '@millrace/calendar';
import type { Schema } from '@millrace/contract';

/** The number of times in a preview. */
const DATES = 5;
const DAY = 86_400_000;
/** A year with a margin: both changes of a year are within it, also when the next one is only some hours away. */
const CHANGES_WITHIN = 400 * DAY;

/**
 * Returns the next times of a trigger, with the changes of the clocks that a person must know of.
 * @rule starts.preview.dates
 * @rule starts.preview.clock
 */
export function previewOf(definition: TriggerDefinition, now: number): Schema<'StartsPreview'> {
  const trigger = readTrigger(definition);
  const dates: number[] = [];
  for (let next = nextInstant(trigger, now + 1); next !== undefined && dates.length < DATES; next = nextInstant(trigger, next + 1))
    dates.push(next);
  const shownUntil = dates.at(-1) ?? now;
  const changes = [...clockChangesOf(trigger, now, now + CHANGES_WITHIN)];
  const nextHit = changes.find(({ isHit }) => isHit);
  return {
    dates: dates.map((date) => new Date(date).toISOString()),
    clockChanges: changes.filter((change) => change.at <= shownUntil || change === nextHit).map(toChangeJson),
  };
}

const toChangeJson = ({ at, before, after, isHit }: TriggerClockChange): Schema<'TriggerClockChange'> => ({
  date: new Date(at).toISOString(),
  before: clockText(before),
  after: clockText(after),
  isHit,
});

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(Math.floor(minutes % 60)).padStart(2, '0')}`;
