// run: waiting, in test:all because it starts an engine and shells
/** Runs every block of docs/tutorials/night-plan.md, and then simulates that the night has come. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from '../../src/core/database/sql.ts';
import { eventually } from '../support/install.ts';
import { followTutorial } from '../support/tutorial.ts';

const { install, shell } = await followTutorial('docs/tutorials/night-plan.md', {
  repeated: ['millrace notification inbox', 'millrace alert incidents'],
});

it('starts the plan when the time of its schedule has come', async () => {
  // The test does not wait for the night. The instant of the trigger becomes the current minute: it is past, but not too late to start the plan.
  const changed = await install.server.platform.db.writer.rows(sql`
    update time_trigger
    set next_at = date_trunc('minute', now()),
      definition = definition || jsonb_build_object(
        'timeZone', 'UTC',
        'startDate', to_char(now() - interval '1 day', 'YYYY-MM-DD'),
        'atTimes', jsonb_build_object('type', 'AT_TIME', 'time', to_char(now() at time zone 'UTC', 'HH24:MI')))
    returning id`);
  assert.equal(changed.length, 1);
  const list = `millrace plan executions nightly --json --jq '[.items[] | select(.executionType == "SCHEDULED").status] | @csv'`;
  await eventually('the schedule starts the plan', async () => ((await shell(list)).includes('execution_successful') ? true : undefined));
});
