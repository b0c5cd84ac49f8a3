/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { type RaceContext, type Races } from '../../../../test/support/race.ts';

/** The operations of this section that set a unique name, each with such a pair. */
export const scheduleRaces = ({ make }: RaceContext): Races => ({
  // The lock of the schedule decides which request succeeds.
  'POST /orchestration/schedules/{scheduleId}/triggers': {
    code: 'trigger_name_taken',
    adds: 'time_trigger',
    prepare: async (name) => {
      const path = { scheduleId: (await make.schedule()).id };
      const body = { name, type: 'DAILY', interval: 1, startDate: '2031-01-01' };
      return [
        { path, body: { ...body, startTime: '01:00' } },
        { path, body: { ...body, startTime: '02:00' } },
      ];
    },
  },
});
