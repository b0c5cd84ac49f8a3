// run: waiting, in test:all because it starts an engine and shells
/** Runs every block of docs/tutorials/night-plan.md, and then simulates that the night has come. */
// tries the blocks of `docs/tutorials/night-plan.md`
import { it } from 'node:test';
import { eventually } from '../support/install.ts';
import { followTutorial, makeTriggerDue } from '../support/tutorial.ts';

const { install, shell } = await followTutorial('docs/tutorials/night-plan.md', {
  repeated: ['millrace notification inbox', 'millrace alert incidents'],
});

it('starts the plan when the time of its schedule has come', async () => {
  await makeTriggerDue(install);
  const list = `millrace plan executions nightly --json --jq '[.items[] | select(.executionType == "SCHEDULED").status] | @csv'`;
  await eventually('the schedule starts the plan', async () => ((await shell(list)).includes('execution_successful') ? true : undefined));
});
