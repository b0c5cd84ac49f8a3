/** K2: executions a second on Kubernetes, a pod for each, compared with plain Jobs of the same image. */
import { shellBundle } from '../packages/engine/test/zips.ts';
import { addPodTask, openPlainJobs, openSite } from './cluster-site.ts';
import { bench } from './harness.ts';
import { inFlight, perSecond } from './in-flight.ts';
import { onCluster } from './on-cluster.ts';

const MILLRACE = 'Millrace, a pod for each';
const PLAIN_JOBS = 'Jobs by the API';
const WIDTH = 20;
/** Milliseconds between two polls of a run that has not ended. */
const POLL_MILLISECONDS = 500;

await onCluster(import.meta.filename, () =>
  bench('K2', 'executions a second on Kubernetes', async (stage) => {
    const count = stage.smoke ? WIDTH : stage.quick ? 60 : 200;
    const site = await openSite(stage, WIDTH);
    const jobs = await openPlainJobs(stage);
    const executable = await addPodTask(site, 'many', await shellBundle('date'));
    const { client } = site.plane;
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    const execute = async (): Promise<void> => {
      const { body } = await client.call('POST /processing/executions', { body: { executable } });
      for (;;) {
        await pause();
        const { body: run } = await client.call('GET /processing/executions/{executionId}', { path: { executionId: body.executionId } });
        if (run.executionStatus === 'EXECUTION_SUCCESS') return;
        if (run.finishTimestamp) throw new Error(`An execution ended as ${run.executionStatus}: ${run.errorMessage}`);
      }
    };
    let succeeded = 0;
    const job = async (index: number): Promise<void> => {
      await jobs.create(`bare-${index}`, ['date']);
      // One call counts all Jobs: at most WIDTH of those that were created have not ended.
      while (index + 1 - succeeded >= WIDTH) {
        await pause();
        succeeded = await jobs.succeeded();
      }
    };
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
            start: () => Promise.allSettled(Array.from({ length: WIDTH }, () => client.call('GET /healthz'))).then(() => undefined),
            run: () => perSecond(count, () => inFlight(count, WIDTH, execute)),
            stop: () => Promise.resolve(),
          },
          {
            name: PLAIN_JOBS,
            start: () => Promise.resolve(void (succeeded = 0)),
            run: () =>
              perSecond(count, async () => {
                for (let index = 0; index < count; index += 1) await job(index);
                for (; succeeded < count; succeeded = await jobs.succeeded()) await pause();
              }),
            stop: () => Promise.resolve(jobs.removeAll()),
          },
        ],
        target: { text: `0.8 times the rate of ${PLAIN_JOBS}`, reached: (median) => median(MILLRACE) >= 0.8 * median(PLAIN_JOBS) },
        notes: [
          `Both start the program \`date\` in a pod of the same image without limits. Millrace stores each execution with its log and outcome, and removes its Job.`,
          'On both sides, the ends are polled every 0.5 s. Control plane, database, cluster and pods share the cores.',
        ],
      },
    ];
  }),
);
