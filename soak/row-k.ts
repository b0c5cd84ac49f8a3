/** Executions as pods of a real cluster, while the agent and the control plane are killed in turn: none is lost, none runs twice, no line is lost. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addPodTask, openSite, type ClusterSite, onCluster } from '../bench/cluster-site.ts';
import { kubectl, killProcessesOf } from '../packages/engine/test/on-cluster/cluster-support.ts';
import { until } from '../packages/engine/test/on-cluster/control-plane-process.ts';
import { load } from './load.ts';
import { judge } from './oracle.ts';
import { journalledPod, openPodJournal, POD_LINES } from './pod-journal.ts';
import { soak, type Stage } from './stage.ts';

/** The number of tasks. Only few executions of one task may wait, so the load is spread over several. */
const TASKS = 10;
/** Pods that the agent may run at a time. */
const CAPACITY = 30;
/** A soak with fewer kills of one program proves nothing. */
const MIN_KILLS = { long: 8, short: 1 };

/** The times at which each program was killed, in milliseconds since 1970. */
type KillTimes = { agent: number[]; plane: number[] };

await onCluster(import.meta.filename, () =>
  soak('k', 'executions as pods, under failure', { long: 600, short: 60 }, async (stage) => {
    const perSecond = 0.5;
    const journal = join(stage.folder, 'journal');
    writeFileSync(journal, '');
    const { close } = await openPodJournal(journal);
    stage.onEnd(close);
    const site = await openSite(stage, CAPACITY);
    const { client } = site.plane;
    const tasks: string[] = [];
    const bundle = await journalledPod();
    for (let index = 0; index < TASKS; index += 1)
      tasks.push(await addPodTask(site, `soak ${index}`, bundle, { parameters: { pause: '0.1' } }));
    const runtime = await runtimeOfAgent(site, tasks[0] ?? '');
    const minKills = MIN_KILLS[stage.short ? 'short' : 'long'];
    const kills: KillTimes = { agent: [], plane: [] };
    const ended = new AbortController();
    const killing = killInTurn(stage, site, kills, ended.signal);
    // An execution lasts for some seconds, every tenth longer than the time between two kills.
    const pause = (): number => (stage.random() < 0.1 ? 1.6 : stage.random() * 0.4);
    const isEnough = (): boolean => Math.min(kills.agent.length, kills.plane.length) >= minKills;
    const answers = await load(stage, { client, tasks }, perSecond, { isEnough, pause });
    ended.abort();
    await killing;
    const { startedAndLost, ...outcome } = await judge(
      { client, tasks, journal, lines: POD_LINES },
      answers,
      new Map([[runtime, kills.agent]]),
    );
    return {
      facts: [
        ['control planes, agents', '1, 1'],
        ['starts a second, seconds', `${perSecond}, ${stage.seconds}`],
        ['lines of each execution', POD_LINES],
        ['kills of the agent', kills.agent.length],
        ['kills of the control plane', kills.plane.length],
        ...outcome.facts,
      ],
      zero: {
        ...outcome.zero,
        'ended with their engine although their pod ran': startedAndLost,
        'missing kills': Math.max(0, minKills - kills.agent.length) + Math.max(0, minKills - kills.plane.length),
      },
      notes: [
        ...(outcome.notes ?? []),
        'The agent is killed by SIGKILL to all processes of its pod, which is then removed; its Deployment starts another one. Pods of tasks keep running.',
        'An execution that ended with its engine had been claimed by an agent that was killed before it had created the Job.',
      ],
    };
  }),
);

/** Runs one execution, and returns the runtime id by which it names the agent. */
async function runtimeOfAgent({ plane }: ClusterSite, executable: string): Promise<string> {
  const { body } = await plane.client.call('POST /processing/executions', { body: { executable } });
  const ended = await plane.ended(body.executionId);
  if (ended.executionStatus !== 'EXECUTION_SUCCESS' || !ended.remoteEngineId)
    throw new Error(`The first execution ended as ${ended.executionStatus} on ${ended.remoteEngineId}: ${ended.errorMessage}`);
  return ended.remoteEngineId;
}

/** Kills the agent and the control plane in turn until the load is over, and waits each time until the victim is back. */
async function killInTurn(stage: Stage, site: ClusterSite, kills: KillTimes, ended: AbortSignal): Promise<void> {
  for (let number = 0; ; number += 1) {
    await wait(stage.short ? 10_000 : 20_000, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) return;
    const victim = number % 2 === 0 ? 'agent' : 'plane';
    stage.say(`  SIGKILL to the ${victim === 'agent' ? 'agent' : 'control plane'}`);
    kills[victim].push(Date.now());
    if (victim === 'agent') await killAgent(site);
    else {
      await site.plane.end('SIGKILL');
      await wait(1000);
      await site.plane.run();
    }
  }
}

type PodList = { items: { metadata: { name: string; uid: string }; status?: { conditions?: { type: string; status: string }[] } }[] };

/** Kills all processes of the agent's pod, removes the pod, and waits until another one is ready. */
async function killAgent({ engine }: ClusterSite): Promise<void> {
  const { namespace } = engine.environment;
  const pods = (): PodList['items'] =>
    (
      JSON.parse(
        kubectl('get', 'pods', '--namespace', namespace, '--selector', 'app.kubernetes.io/name=engine-agent', '--output', 'json'),
      ) as PodList
    ).items;
  const [pod] = pods();
  if (!pod) throw new Error('The agent has no pod.');
  killProcessesOf(pod.metadata.uid);
  // If the pod stayed, the kubelet would start its container again, after ever longer pauses.
  kubectl('delete', 'pod', pod.metadata.name, '--namespace', namespace, '--grace-period=0', '--force');
  await until('the next agent', () =>
    pods().some(
      ({ metadata, status }) =>
        metadata.uid !== pod.metadata.uid && status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True'),
    ),
  );
}
