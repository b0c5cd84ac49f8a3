// run: waiting, in test:all because it starts an engine and shells
/** Runs every block of docs/tutorials/studio-job.md, and then simulates that the night has come. The archive is built by the script of its command. */
// tries the blocks of `docs/tutorials/studio-job.md`: with the script that npm run build:examples runs
import { it } from 'node:test';
import { eventually } from '../support/install.ts';
import { missingProgram } from '../support/page-sessions.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { followTutorial, makeTriggerDue } from '../support/tutorial.ts';

const needs = ['javac', 'java'];
const { install, shell } = await followTutorial('docs/tutorials/studio-job.md', {
  needs,
  replaced: { 'npm --prefix "$root" run -s build:examples': 'node "$root/scripts/build-examples.ts"' },
});

it(
  'starts the task with its context when the time of its schedule has come',
  { skip: missingProgram(needs, programEnvironment()) },
  async () => {
    await makeTriggerDue(install);
    const list = `millrace execution list --task check-airports --json --jq '[.items[] | select(.executionType == "SCHEDULED").executionStatus] | @csv'`;
    await eventually('the schedule starts the task', async () => ((await shell(list)).includes('EXECUTION_REJECTED') ? true : undefined));
  },
);
