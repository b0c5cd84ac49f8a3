/** The runner that gives each execution to a Job of a Kubernetes cluster (ADR 70). */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import type { LogLine } from '@millrace/wire/log-chunks';
import { BundleCache } from '../bundles/cache.ts';
import { SmallBundles, usesMemory } from '../bundles/small-bundles.ts';
import { inlineExecution, type OpenRunner, type RunStarter, type RunServices } from '../runs/runner.ts';
import { Cluster } from './cluster.ts';
import { openClusterApi } from './cluster-api.ts';
import { ClusterFault, clusterFaultOf } from './cluster-faults.ts';
import type { ClusterJob } from './cluster-objects.ts';
import { type ContentServer, openContentServer, OrderServer } from './content-server.ts';
import type { KubernetesSettings } from './kubernetes-settings.ts';
import { PodExecution, type PodRunFacts } from './pod-execution.ts';
import { contentOf, fitsSecret, type PodOrder, withBundle } from './pod-order.ts';
import type { PodServices } from './pod-services.ts';
import { PodWatch } from './pod-watch.ts';
import { ANNOTATIONS, jobOf, LABELS, ownedSecret, runName, runSelector, secretOf, tokenDigest } from './run-objects.ts';
import { type TakenPod, WarmPools } from './warm-pools.ts';

const TOKEN_BYTES = 32;

/** Times of the runner. Tests shorten them. */
type KubernetesTimes = Partial<Pick<PodServices, 'createMilliseconds' | 'checkMilliseconds' | 'endMilliseconds'>> & {
  answerMilliseconds?: number;
};

/** Returns a runner for these settings. When it is opened, it serves content to pods, and watches the pods of the engine. */
export function kubernetesRunner(settings: KubernetesSettings, times: KubernetesTimes = {}): OpenRunner {
  return async ({ folder, fetch, signal, cacheBytes, log, name, secret }) => {
    const spill = join(folder, 'unsent-logs');
    await mkdir(spill, { recursive: true, mode: 0o700 });
    const cache = new BundleCache({ folder: join(folder, 'bundles'), fetch, signal, maxBytes: cacheBytes });
    await cache.open();
    const smallBundles = new SmallBundles(cache, signal);
    const orders = new OrderServer();
    const content = await openContentServer(cache, orders, settings.contentPort, signal);
    const cluster = new Cluster(await openClusterApi(settings.cluster, times.answerMilliseconds), settings.namespace);
    const watch = new PodWatch({ cluster, selector: runSelector(name), log, signal });
    void watch.run();
    const { contentUrl, shape, warm: bounds } = settings;
    const pools = new WarmPools({ cluster, watch, orders, engine: name, contentUrl, shape, bounds, secret, log, signal });
    const pods: PodServices = {
      cluster,
      watch,
      bounds: settings.bounds,
      createMilliseconds: times.createMilliseconds ?? 60_000,
      checkMilliseconds: times.checkMilliseconds ?? 2000,
      endMilliseconds: times.endMilliseconds ?? 60_000,
      spillPath: ({ executionId, fence }) => join(spill, `${executionId}-${fence}`),
    };
    return {
      // Each pod has namespaces of its own, and the task cannot see the engine or its credential.
      isolation: 'namespace',
      cache,
      test: () => testCluster(cluster, name, settings),
      open: (services) => openPods(services, pods, { settings, content, cache, smallBundles, pools }),
      async close() {
        await content.close();
        cluster.close();
      },
    };
  };
}

type Parts = {
  settings: KubernetesSettings;
  content: ContentServer;
  cache: BundleCache;
  smallBundles: SmallBundles;
  pools: WarmPools;
};

function openPods(services: RunServices, pods: PodServices, { settings, content, cache, smallBundles, pools }: Parts): RunStarter {
  const orderOf = (claim: Schema<'ClaimedExecution'>): PodOrder => ({
    engine: services.name,
    ...(services.url !== undefined && { url: services.url() }),
    claim,
    content: { url: settings.contentUrl, token: randomBytes(TOKEN_BYTES).toString('base64url') },
  });

  return {
    start(claim) {
      if (claim.runner === 'inline') return inlineExecution(claim, services);
      const hashes = contentOf(claim);
      const held = usesMemory(claim) ? smallBundles.held(claim.bundle.hash) : undefined;
      const order = held ? withBundle(orderOf(claim), held) : orderOf(claim);
      prefetch(claim, cache, smallBundles);
      const withdraw = content.allow(tokenDigest(order.content.token), hashes);
      let taken: TakenPod | undefined;
      const facts: PodRunFacts = {
        lease: { executionId: claim.executionId, fence: claim.fence },
        name: runName(claim),
        async create() {
          requireFitsSecret(order);
          taken = pools.take(claim);
          try {
            if (!taken) return await createObjects(pods.cluster, order, settings);
            const isAssigned = await taken.assign(order);
            return isAssigned ? taken.name : await createObjects(pods.cluster, order, settings);
          } finally {
            pools.refill();
          }
        },
        isLeft: false,
        timeoutMinutes: claim.timeoutMinutes,
        traceparent: claim.traceparent,
        mayReturn: (claim.returnsLeft ?? 0) > 0,
        released() {
          withdraw();
          taken?.release();
        },
      };
      return new PodExecution(facts, services, pods);
    },
    async left() {
      const jobs = await pods.cluster.jobs(runSelector(services.name));
      const runs = jobs.flatMap((job) => {
        const lease = leaseOf(job);
        return lease ? [{ job, lease }] : [];
      });
      // Their tokens are valid at once, because their pods may be fetching their content now.
      const withdrawals = new Map(runs.map(({ job }) => [job, allowContent(content, job)]));
      for (const job of jobs) pools.adopt(job);
      content.ready();
      pools.open();
      return runs.map(({ job, lease }) => ({
        lease,
        continue: () => {
          // The cluster checks by a dry run whether the name is taken; the content of the Secret does not matter.
          const lacksOrder = (): Promise<boolean> => pods.cluster.lacksSecret(ownedSecret('trial', '', pods.cluster.namespace, job));
          return new PodExecution({ ...leftFacts(job, lease), lacksOrder, released: withdrawals.get(job) ?? (() => {}) }, services, pods);
        },
        async remove() {
          withdrawals.get(job)?.();
          await pods.cluster.deleteJob(job.metadata.name);
        },
      }));
    },
  };
}

/** Creates the Job first, because it owns the Secret. Its pod starts only when the Secret is there. */
async function createObjects(cluster: Cluster, order: PodOrder, { shape }: KubernetesSettings): Promise<string> {
  const job = await cluster.createJob(jobOf(order, cluster.namespace, shape));
  await cluster.createSecret(secretOf(order, cluster.namespace, job));
  return job.metadata.name;
}

/** The limit also applies to a waiting pod, which gets its order without a Secret: whether a task runs must not depend on whether a pod waits for it. */
function requireFitsSecret(order: PodOrder): void {
  if (fitsSecret(order)) return;
  throw new ClusterFault(
    'PARAMETERS_TOO_LARGE',
    'The parameters of the run are larger than 1 MiB together, and a Secret of Kubernetes cannot hold them: pass large values as resources',
  );
}

/** Begins the downloads while the pod starts. Ignores their faults: the pod asks for the same content, and gets the fault as an answer. */
function prefetch(claim: Schema<'ClaimedExecution'>, cache: BundleCache, smallBundles: SmallBundles): void {
  const limit = AbortSignal.timeout(600_000);
  const downloads = usesMemory(claim)
    ? [smallBundles.find(claim.bundle.hash, limit)]
    : contentOf(claim).map((hash) => cache.use(hash, limit).then((cached) => cached.release()));
  for (const download of downloads) download.catch(() => {});
}

function leaseOf({ metadata: { labels = {}, deletionTimestamp } }: ClusterJob): Schema<'ExecutionLease'> | undefined {
  const executionId = labels[LABELS.execution];
  const fence = Number(labels[LABELS.fence]);
  return executionId !== undefined && Number.isSafeInteger(fence) && deletionTimestamp === undefined ? { executionId, fence } : undefined;
}

/** Allows a pod to fetch the content of its Job. Returns the function that withdraws this. */
function allowContent(content: ContentServer, { metadata: { annotations = {} } }: ClusterJob): () => void {
  const [digest = '', ...hashes] = (annotations[ANNOTATIONS.content] ?? '').split(' ');
  return content.allow(digest, hashes);
}

function leftFacts({ metadata: { name, annotations = {} } }: ClusterJob, lease: Schema<'ExecutionLease'>): Omit<PodRunFacts, 'released'> {
  const minutes = Number(annotations[ANNOTATIONS.timeout]);
  return {
    lease,
    name,
    isLeft: true,
    engineLines: linesOf(annotations[ANNOTATIONS.lines]),
    ...(minutes > 0 && { timeoutMinutes: minutes }),
    traceparent: annotations[ANNOTATIONS.trace],
    mayReturn: annotations[ANNOTATIONS.returns] === 'true',
  };
}

function linesOf(text = '[]'): LogLine[] {
  try {
    return JSON.parse(text) as LogLine[];
  } catch {
    return [];
  }
}

/** Asks the cluster whether it would create a Job. A refusal that concerns one run only counts as success. */
async function testCluster(cluster: Cluster, name: string, { shape }: KubernetesSettings): Promise<ReturnType<typeof illnessOf>> {
  const claim = {
    executionId: crypto.randomUUID(),
    fence: 1,
    taskName: 'self-test',
    bundle: { hash: '', layout: 'millrace' },
    resources: [],
  } as unknown as Schema<'ClaimedExecution'>;
  const job = jobOf({ engine: name, claim, content: { url: '', token: '' } }, cluster.namespace, shape);
  return cluster.tryJob(job).then(() => undefined, illnessOf);
}

const illnessOf = (error: unknown) => clusterFaultOf(error).illness;
