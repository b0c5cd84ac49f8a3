// isolation: own process, waiting, long because it starts and kills whole programs
/**
 * Every fault point between a trigger and the end of its run: the process dies there, is started again as a supervisor would, and what had been
 * accepted comes to a legal end by itself.
 */
import assert from 'node:assert/strict';
import { describe, it, test, type TestContext } from 'node:test';
import { FAULT_POINTS, type FaultPoint } from '@millrace/wire/fault-points';
import { isLegal, makeCrashSite, type CrashSite } from '../support/crash-site.ts';
import { eventually, readRun, wholeLog } from '../support/install.ts';

/** What is under way when the process dies. */
type Work = 'counting' | 'inline' | 'due' | 'ended' | 'lost';

/** How the run ends all the same. */
type End = 'well' | 'lost' | 'terminated' | 'not accepted';

/** A death: where, at which passing, in the middle of what, and what comes of it. */
type Death = { point: FaultPoint; nth?: number; work?: Work; ends: End };

/** Each line of deaths has an install of its own; the lines run at once. A short lease only where a death waits for its end. */
const LINES_OF_DEATHS: readonly { leaseSeconds: number; deaths: readonly Death[] }[] = [
  {
    leaseSeconds: 25,
    deaths: [
      { point: 'accept.before-commit', ends: 'not accepted' },
      { point: 'accept.after-commit', ends: 'well' },
      { point: 'claim.before-commit', ends: 'well' },
      { point: 'fire.before-commit', work: 'due', ends: 'well' },
      { point: 'start.before-commit', ends: 'well' },
      { point: 'start.after-commit', ends: 'well' },
      { point: 'end.before-commit', work: 'ended', ends: 'terminated' },
    ],
  },
  {
    leaseSeconds: 25,
    deaths: [
      { point: 'logs.before-commit', nth: 3, ends: 'well' },
      { point: 'logs.after-commit', nth: 3, ends: 'well' },
      { point: 'fire.after-commit', work: 'due', ends: 'well' },
      { point: 'finish.before-commit', ends: 'well' },
      { point: 'finish.after-commit', ends: 'well' },
      { point: 'finish.before-commit', work: 'inline', ends: 'well' },
      { point: 'finish.after-commit', work: 'inline', ends: 'well' },
    ],
  },
  {
    leaseSeconds: 8,
    deaths: [
      { point: 'engine.after-claim', ends: 'lost' },
      { point: 'engine.before-spawn', ends: 'lost' },
      { point: 'engine.after-spawn', ends: 'lost' },
      { point: 'expire.before-commit', work: 'lost', ends: 'lost' },
    ],
  },
  {
    leaseSeconds: 8,
    deaths: [
      { point: 'engine.before-start-report', ends: 'lost' },
      { point: 'engine.after-start-report', ends: 'lost' },
      { point: 'engine.after-exit', ends: 'lost' },
      { point: 'expire.after-commit', work: 'lost', ends: 'lost' },
    ],
  },
  {
    leaseSeconds: 8,
    deaths: [
      { point: 'engine.before-finish-report', ends: 'lost' },
      { point: 'engine.before-finish-report', work: 'inline', ends: 'lost' },
      { point: 'engine.after-finish-report', ends: 'well' },
      { point: 'engine.after-removal', ends: 'well' },
      // The engine's first beat and its claim are under way at the same moment.
      { point: 'beat.before-commit', ends: 'well' },
      { point: 'claim.after-commit', ends: 'well' },
      { point: 'claim.after-commit', work: 'inline', ends: 'well' },
    ],
  },
];

/** What a run may take to its end after the restart. */
const PATIENCE = 30_000;

test('every fault point has its death', () => {
  const died = new Set(LINES_OF_DEATHS.flatMap(({ deaths }) => deaths.map(({ point }) => point)));
  const points = Object.values(FAULT_POINTS).flat();
  assert.deepEqual(
    points.filter((point) => !died.has(point)),
    [],
  );
});

describe('a process that dies at a fault point', { concurrency: LINES_OF_DEATHS.length }, () => {
  for (const [index, { leaseSeconds, deaths }] of LINES_OF_DEATHS.entries())
    it(`leaves nothing lost or doubled, line ${index + 1}`, async (t) => {
      const site = await makeCrashSite(leaseSeconds);
      const ended = new Map<string, string>();
      for (const death of deaths)
        await t.test([death.point, death.work].filter(Boolean).join(', '), async (inner) => {
          for (const id of await dieAt(inner, site, death)) ended.set(id, JSON.stringify(await readRun(site.client, id)));
        });
      for (const [id, record] of ended)
        assert.equal(JSON.stringify(await readRun(site.client, id)), record, 'what has ended changed later');
    });
});

const REACHED: Readonly<Record<string, End>> = { EXECUTION_SUCCESS: 'well', EXECUTION_TERMINATED: 'terminated' };

/** One death with all that follows; answers the executions that came of it. */
async function dieAt(t: TestContext, site: CrashSite, { point, nth = 1, work = 'counting', ends }: Death): Promise<string[]> {
  const { install, engine, client, tasks } = site;
  const task = work === 'ended' || work === 'lost' ? tasks.endless : tasks[work];
  const before = new Set((await site.listRuns(task)).map((run) => run.executionId));
  const fault = { MILLRACE_FAULT: `${point}:${nth}`, MILLRACE_FAULTS: 'on' };
  const ofEngine = point.startsWith('engine.');
  await engine.end('SIGTERM');
  if (!ofEngine) {
    await install.stop();
    await install.start(fault);
  }

  // Accepted before the engine comes, so that each step finds this run and no other.
  if (work === 'due') await site.comeDue();
  const id = work === 'due' ? undefined : await site.tryStart(task);
  if (id === undefined) assert.ok(work === 'due' || point.startsWith('accept.'), 'the run was not accepted');
  engine.start(ofEngine ? fault : {});
  if (work === 'ended' || work === 'lost') {
    await eventually('the run has begun', async () => (await readRun(client, id ?? '')).status === 'executing' || undefined);
    if (work === 'lost') await engine.end('SIGKILL');
    else await end(site, id ?? '').catch(() => undefined);
  }

  assert.equal(await (ofEngine ? engine : install).died(), 'SIGKILL', `nobody died at ${point}`);
  const kept = ofEngine && id !== undefined ? await wholeLog(client, id) : [];
  const back = performance.now();
  if (ofEngine) engine.start();
  else await install.start();
  if (!engine.running) engine.start();
  if (work === 'ended') await end(site, id ?? '');

  const runs = await eventually('every run has ended', async () => {
    // A server that just came back may still say that it cannot.
    const found = (await site.listRuns(task).catch(() => undefined))?.filter((run) => !before.has(run.executionId));
    return found?.every((run) => run.finishTimestamp) ? found : undefined;
  });
  const took = performance.now() - back;
  t.diagnostic(`ended ${(took / 1000).toFixed(1)} s after the restart`);
  assert.ok(took < PATIENCE, `it took ${(took / 1000).toFixed(0)} s`);
  assert.equal(runs.length, ends === 'not accepted' ? 0 : 1, 'one trigger leaves one record');
  if (id !== undefined)
    assert.deepEqual(
      runs.map((run) => run.executionId),
      [id],
    );
  for (const { executionId } of runs) {
    const run = await isLegal(site, executionId);
    const reached = run.errorType === 'ENGINE_LOST' ? 'lost' : REACHED[run.executionStatus];
    assert.equal(reached, ends, `${run.executionStatus}: ${run.errorMessage}`);
    assert.deepEqual((await wholeLog(client, executionId)).slice(0, kept.length), kept, 'a line that was acknowledged is lost');
  }
  return runs.map((run) => run.executionId);
}

const end = (site: CrashSite, executionId: string): Promise<unknown> =>
  site.client.call('DELETE /processing/executions/{executionId}', { path: { executionId } });
