/** K1: from the start call to the first instruction of a task on Kubernetes, compared with a plain Job of the same image. */
import { shellBundle } from '../packages/engine/test/zips.ts';
import { kubectl } from '../packages/engine/test/on-cluster/cluster-support.ts';
import { until } from '../packages/engine/test/on-cluster/control-plane-process.ts';
import {
  addPodTask,
  type PlainJobs,
  type ClusterSite,
  createByKubectl,
  jobLog,
  openPlainJobs,
  openSite,
  onCluster,
} from './cluster-site.ts';
import { type Contestant, medianOf } from './contestant.ts';
import { bench } from './harness.ts';

const COLD = 'Millrace, a pod for each';
const WARM = 'Millrace, a pod that waits';
const KUBECTL_JOB = 'kubectl create job';
const API_JOB = 'a Job by the API';
const MOMENT = ['date', '+%s%3N'];

/** Starts one run; returns the time until its first instruction. */
type Starter = { name: string; measure: () => Promise<number> };

await onCluster(import.meta.filename, () =>
  bench('K1', 'from the start call to the first instruction on Kubernetes', async (stage) => {
    const samples = stage.smoke ? 1 : stage.quick ? 3 : 5;
    const site = await openSite(stage, 10);
    const jobs = await openPlainJobs(stage);
    const bundle = await shellBundle(MOMENT.join(' '));
    const cold = await addPodTask(site, 'cold', bundle);
    const warm = await addPodTask(site, 'warm', bundle, { pod: { warm: 1 } });
    // The first execution of a profile fills its pool.
    await startTimeOf(site, warm);
    const starters: Starter[] = [
      { name: COLD, measure: () => startTimeOf(site, cold) },
      { name: KUBECTL_JOB, measure: () => startTimeOfJob(jobs, (name) => createByKubectl(name, MOMENT)) },
      { name: API_JOB, measure: () => startTimeOfJob(jobs, (name) => jobs.create(name, MOMENT)) },
      {
        name: WARM,
        async measure() {
          await untilPodWaits(site);
          return startTimeOf(site, warm);
        },
      },
    ];
    return [
      {
        title: `one at a time, median of ${samples} starts`,
        unit: 'ms',
        better: 'less',
        contestants: starters.map((starter) => contestantOf(starter, samples)),
        target: {
          text: `${COLD}: at most 1.2 times ${KUBECTL_JOB}; ${WARM}: less than 300 ms`,
          reached: (median) => median(COLD) <= 1.2 * median(KUBECTL_JOB) && median(WARM) < 300,
        },
        notes: [
          'The task is `date` in a shell. Pods have no limits; their image is on the node. Control plane, database, cluster and tasks share the cores.',
          `${KUBECTL_JOB} includes the start of kubectl; ${API_JOB} does not.`,
        ],
      },
    ];
  }),
);

function contestantOf({ name, measure }: Starter, samples: number): Contestant {
  let times: number[] = [];
  return {
    name,
    async run() {
      times = [];
      for (let count = 0; count < samples; count += 1) times.push(await measure());
      return medianOf(times);
    },
    details: () => [`starts of the last round: ${times.map(Math.round).join(', ')} ms`],
  };
}

async function startTimeOf({ plane }: ClusterSite, executable: string): Promise<number> {
  const startedAt = Date.now();
  const { body } = await plane.client.call('POST /processing/executions', { body: { executable } });
  const ended = await plane.ended(body.executionId);
  if (ended.executionStatus !== 'EXECUTION_SUCCESS')
    throw new Error(`An execution ended as ${ended.executionStatus}: ${ended.errorMessage}`);
  const [moment = ''] = await until('its line', () => plane.lines(body.executionId));
  return Number(moment) - startedAt;
}

async function startTimeOfJob(jobs: PlainJobs, create: (name: string) => Promise<void> | void): Promise<number> {
  const name = `bare-${crypto.randomUUID()}`;
  const startedAt = Date.now();
  await create(name);
  await until('the Job', async () => (await jobs.succeeded()) === 1);
  const moment = Number(await jobLog(name));
  jobs.removeAll();
  return moment - startedAt;
}

/** Waits until a pod is waiting for an execution, and the agent knows each such pod. */
function untilPodWaits({ engine }: ClusterSite): Promise<unknown> {
  const { namespace } = engine.environment;
  return until('a pod that waits', () => {
    const selector = 'millrace.io/pool,!millrace.io/execution-id';
    const names = kubectl(
      'get',
      'jobs',
      '--namespace',
      namespace,
      '--selector',
      selector,
      '--output',
      'jsonpath={.items[*].metadata.name}',
    );
    const log = kubectl('logs', 'deployment/engine-agent', '--namespace', namespace);
    const ready = log.split('\n').filter((line) => line.includes('A pod waits for an execution'));
    return names !== '' && names.split(' ').every((name) => ready.some((line) => line.includes(name)));
  });
}
