// run: own process, waiting, in test:all because it starts and kills whole programs
/**
 * Every fault point between a trigger and the end of its run: the process kills itself there and is started again, as by a supervisor. Accepted
 * executions then reach a legal end without help.
 */
import assert from 'node:assert/strict';
import { describe, it, test, type TestContext } from 'node:test';
import { FAULT_POINTS, type FaultPoint } from '@millrace/wire/fault-points';
import { assertLegal, makeCrashSite, type CrashSite } from '../support/crash-site.ts';
import { eventually, readRun, wholeLog } from '../support/install.ts';

/** The kind of run that is active when the process dies. */
type Work = 'counting' | 'inline' | 'due' | 'ended' | 'lost';

/** The expected end of the run. */
type End = 'success' | 'lost' | 'terminated' | 'not accepted';

/** A crash: the fault point, the number of times that it is reached, the active run, and the expected end. */
type Crash = { point: FaultPoint; nth?: number; work?: Work; ends: End };

/** Series of crashes. Each series has its own install; the series run at the same time. A lease is short only if a crash waits for its end. */
const CRASH_SERIES: readonly { leaseSeconds: number; crashes: readonly Crash[] }[] = [
  {
    leaseSeconds: 25,
    crashes: [
      { point: 'accept.before-commit', ends: 'not accepted' },
      { point: 'accept.after-commit', ends: 'success' },
      { point: 'claim.before-commit', ends: 'success' },
      { point: 'fire.before-commit', work: 'due', ends: 'success' },
      { point: 'start.before-commit', ends: 'success' },
      { point: 'start.after-commit', ends: 'success' },
      { point: 'end.before-commit', work: 'ended', ends: 'terminated' },
    ],
  },
  {
    leaseSeconds: 25,
    crashes: [
      { point: 'logs.before-commit', nth: 3, ends: 'success' },
      { point: 'logs.after-commit', nth: 3, ends: 'success' },
      { point: 'fire.after-commit', work: 'due', ends: 'success' },
      { point: 'finish.before-commit', ends: 'success' },
      { point: 'finish.after-commit', ends: 'success' },
      { point: 'finish.before-commit', work: 'inline', ends: 'success' },
      { point: 'finish.after-commit', work: 'inline', ends: 'success' },
    ],
  },
  {
    leaseSeconds: 8,
    crashes: [
      { point: 'engine.after-claim', ends: 'lost' },
      { point: 'engine.before-spawn', ends: 'lost' },
      { point: 'engine.after-spawn', ends: 'lost' },
      { point: 'expire.before-commit', work: 'lost', ends: 'lost' },
    ],
  },
  {
    leaseSeconds: 8,
    crashes: [
      { point: 'engine.before-start-report', ends: 'lost' },
      { point: 'engine.after-start-report', ends: 'lost' },
      { point: 'engine.after-exit', ends: 'lost' },
      { point: 'expire.after-commit', work: 'lost', ends: 'lost' },
    ],
  },
  {
    leaseSeconds: 8,
    crashes: [
      { point: 'engine.before-finish-report', ends: 'lost' },
      { point: 'engine.before-finish-report', work: 'inline', ends: 'lost' },
      { point: 'engine.after-finish-report', ends: 'success' },
      { point: 'engine.after-removal', ends: 'success' },
      // The first heartbeat of the engine and its claim happen at the same time.
      { point: 'heartbeat.before-commit', ends: 'success' },
      { point: 'claim.after-commit', ends: 'success' },
      { point: 'claim.after-commit', work: 'inline', ends: 'success' },
    ],
  },
];

test('every fault point has a crash', () => {
  const crashed = new Set(CRASH_SERIES.flatMap(({ crashes }) => crashes.map(({ point }) => point)));
  const points = Object.values(FAULT_POINTS).flat();
  assert.deepEqual(
    // Events and their deliveries need no run: webhooks-survive.test.ts.
    points.filter((point) => !crashed.has(point) && !/^(?:fan-out|held-events|deliver)\./.test(point)),
    [],
  );
});

describe('a process that dies at a fault point', { concurrency: CRASH_SERIES.length }, () => {
  for (const [index, { leaseSeconds, crashes }] of CRASH_SERIES.entries())
    it(`causes no lost and no doubled runs, series ${index + 1}`, async (t) => {
      const site = await makeCrashSite(leaseSeconds);
      const ended = new Map<string, string>();
      for (const crash of crashes)
        await t.test([crash.point, crash.work].filter(Boolean).join(', '), async (inner) => {
          for (const id of await crashAt(inner, site, crash)) ended.set(id, JSON.stringify(await readRun(site.client, id)));
        });
      for (const [id, record] of ended)
        assert.equal(JSON.stringify(await readRun(site.client, id)), record, 'an ended execution has changed');
    });
});

const REACHED: Readonly<Record<string, End>> = { EXECUTION_SUCCESS: 'success', EXECUTION_TERMINATED: 'terminated' };

/** Causes one crash and checks the result. Returns the executions of the crash. */
async function crashAt(t: TestContext, site: CrashSite, { point, nth = 1, work = 'counting', ends }: Crash): Promise<string[]> {
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

  // Accepted before the engine starts, so that each step concerns only this run.
  if (work === 'due') await site.comeDue();
  const id = work === 'due' ? undefined : await site.tryStart(task);
  if (id === undefined) assert.ok(work === 'due' || point.startsWith('accept.'), 'the run was not accepted');
  engine.start(ofEngine ? fault : {});
  if (work === 'ended' || work === 'lost') {
    await eventually('the run has begun', async () => (await readRun(client, id ?? '')).status === 'executing' || undefined);
    if (work === 'lost') await engine.end('SIGKILL');
    else await end(site, id ?? '').catch(() => undefined);
  }

  assert.equal(await (ofEngine ? engine : install).died(), 'SIGKILL', `no process died at ${point}`);
  const kept = ofEngine && id !== undefined ? await wholeLog(client, id) : [];
  const restartedAt = performance.now();
  if (ofEngine) engine.start();
  else await install.start();
  if (!engine.running) engine.start();
  if (work === 'ended') await end(site, id ?? '');

  const records = ends === 'not accepted' ? 0 : 1;
  const runs = await eventually('every run has ended', async () => {
    // A server that has just started may still refuse calls, and may not have fired the due trigger again.
    const found = (await site.listRuns(task).catch(() => undefined))?.filter((run) => !before.has(run.executionId));
    return found && found.length >= records && found.every((run) => run.finishTimestamp) ? found : undefined;
  });
  t.diagnostic(`ended ${((performance.now() - restartedAt) / 1000).toFixed(1)} s after the restart`);
  assert.equal(runs.length, records, 'one trigger has one record');
  if (id !== undefined)
    assert.deepEqual(
      runs.map((run) => run.executionId),
      [id],
    );
  for (const { executionId } of runs) {
    const run = await assertLegal(site, executionId);
    const reached = run.errorType === 'ENGINE_LOST' ? 'lost' : REACHED[run.executionStatus];
    assert.equal(reached, ends, `${run.executionStatus}: ${run.errorMessage}`);
    assert.deepEqual((await wholeLog(client, executionId)).slice(0, kept.length), kept, 'a line that was acknowledged is lost');
  }
  return runs.map((run) => run.executionId);
}

const end = (site: CrashSite, executionId: string): Promise<unknown> =>
  site.client.call('DELETE /processing/executions/{executionId}', { path: { executionId } });
