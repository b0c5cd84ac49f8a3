/** Engines for tests that run tasks as pods of a fake cluster. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Agent } from '../src/agent/options.ts';
import { kubernetesRunner } from '../src/kubernetes/kubernetes-runner.ts';
import type { WaitBounds } from '../src/kubernetes/pod-state.ts';
import type { PodShape } from '../src/kubernetes/run-objects.ts';
import type { WarmBounds } from '../src/kubernetes/warm-pools.ts';
import { atEnd } from './at-end.ts';
import type { ControlPlane } from './control-plane.ts';
import { engineFor } from './engine.ts';
import { FakeCluster } from './fake-cluster.ts';
import { freePort } from './free-port.ts';

/** An engine, with its control plane and its cluster. */
export type PodEngine = { plane: ControlPlane; agent: Agent; cluster: FakeCluster; logged: string[]; contentPort: number };

/** The parts of an earlier engine that a later one takes over. */
type Earlier = Pick<PodEngine, 'plane' | 'cluster' | 'contentPort'>;

/** The settings that only some tests change. */
type MoreSettings = { warm?: Partial<WarmBounds>; shape?: Partial<PodShape>; answerMilliseconds?: number };

/** Starts an engine that runs tasks as pods of a fake cluster. */
export async function podEngine(
  t: TestContext,
  bounds: Partial<WaitBounds> = {},
  earlier?: Earlier,
  { warm, shape = {}, ...more }: MoreSettings = {},
): Promise<PodEngine> {
  const cluster = earlier?.cluster ?? (await FakeCluster.open(t));
  const contentPort = earlier?.contentPort ?? (await freePort());
  const settings = {
    cluster: { url: cluster.url },
    namespace: 'tasks',
    shape: { image: 'millrace-task:test', ...shape },
    contentUrl: `http://127.0.0.1:${contentPort}`,
    contentPort,
    bounds: { schedule: 30_000, image: 30_000, start: 30_000, ...bounds },
    warm: { pods: 10, idleMilliseconds: 600_000, ...warm },
  };
  const runner = kubernetesRunner(settings, { createMilliseconds: 2000, checkMilliseconds: 50, endMilliseconds: 30_000, ...more });
  const { plane, agent, logged } = await engineFor(t, { runner, selfTestMilliseconds: 50 }, earlier?.plane);
  atEnd(t, () => assert.deepEqual(plane.faults, []));
  return { plane, agent, cluster, logged, contentPort };
}
