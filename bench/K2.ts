/** K2: executions a second on Kubernetes, a pod for each, compared with plain Jobs of the same image. */
import { shellBundle } from '../packages/engine/test/zips.ts';
import { addPodTask, openPlainJobs, openSite, onCluster } from './cluster-site.ts';
import { bench } from './harness.ts';
import { perSecond } from './contestant.ts';

const MILLRACE = 'Millrace, a pod for each';
const PLAIN_JOBS = 'Jobs by the API';
const WIDTH = 20;
/** Milliseconds between two calls that count the ends. */
const POLL_MILLISECONDS = 500;
/** Without another end for this time, something has failed. */
const STUCK_MILLISECONDS = 120_000;

/** Starts something by a call, and counts by another one how many have succeeded since the beginning. */
type Starts = { start: (index: number) => Promise<void>; succeeded: () => Promise<number> };

/** Starts `count`, at most `WIDTH` at a time, and waits until all have succeeded. */
async function startAll(count: number, { start, succeeded }: Starts): Promise<void> {
  const before = await succeeded();
  let done = 0;
  let changedAt = performance.now();
  for (let index = 0; done < count;) {
    for (; index < Math.min(count, done + WIDTH); index += 1) await start(index);
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    const now = (await succeeded()) - before;
    if (now > done) changedAt = performance.now();
    if (performance.now() - changedAt > STUCK_MILLISECONDS) throw new Error(`${done} of ${count} have succeeded, and no other one follows`);
    done = now;
  }
}

await onCluster(import.meta.filename, () =>
  bench('K2', 'executions a second on Kubernetes', async (stage) => {
    const count = stage.smoke ? WIDTH : stage.quick ? 60 : 200;
    const site = await openSite(stage, WIDTH);
    const jobs = await openPlainJobs(stage);
    const executable = await addPodTask(site, 'many', await shellBundle('date'));
    const { client } = site.plane;
    const executions: Starts = {
      start: async () => void (await client.call('POST /processing/executions', { body: { executable } })),
      async succeeded() {
        const call = { path: { taskId: executable }, query: { status: 'execution_successful', limit: 1 } } as const;
        return (await client.call('GET /processing/executables/tasks/{taskId}/executions', call)).body.total;
      },
    };
    const bareJobs: Starts = { start: (index) => jobs.create(`bare-${index}`, ['date']), succeeded: () => jobs.succeeded() };
    return [
      {
        title: `${count} executions, ${WIDTH} at a time`,
        unit: 'executions/s',
        better: 'more',
        decimals: 2,
        contestants: [
          {
            name: MILLRACE,
            // The server has closed connections while the Jobs ran: calls on them fail.
            start: () => Promise.allSettled(Array.from({ length: WIDTH }, () => client.call('GET /healthz'))),
            run: () => perSecond(count, () => startAll(count, executions)),
          },
          {
            name: PLAIN_JOBS,
            start: async (turn) => turn.onEnd(() => jobs.removeAll()),
            run: () => perSecond(count, () => startAll(count, bareJobs)),
          },
        ],
        target: { text: `0.8 times the rate of ${PLAIN_JOBS}`, reached: (median) => median(MILLRACE) >= 0.8 * median(PLAIN_JOBS) },
        notes: [
          `Both start the program \`date\` in a pod of the same image without limits. Millrace stores each execution with its log and outcome, and removes its Job.`,
          'On both sides, one call every 0.5 s counts the ends. Control plane, database, cluster and pods share the cores.',
        ],
      },
    ];
  }),
);
