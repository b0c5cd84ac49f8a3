/**
 * The API of a Kubernetes cluster for tests: it stores Jobs, Secrets, pods and events in memory, answers lists and watches as the real one does, and runs
 * each pod in this process by `runInPod`. A test can hold pods back, and set the state and the events that a real cluster has reported.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { ClusterEvent, ClusterSecret, ClusterJob, Pod } from '../src/kubernetes/cluster-objects.ts';
import { ORDER_FILE, type PodOrder, awaitOrder, type PodWait, WAIT_FILE } from '../src/kubernetes/pod-order.ts';
import { runInPod } from '../src/kubernetes/pod-run.ts';
import { atEnd } from './at-end.ts';
import { temporaryFolder } from './engine.ts';

type Refusal = { status: number; reason: string; message: string };
/** A Job with its pod. `log` holds the lines of the pod with their times. */
export type FakeRun = {
  job: ClusterJob;
  /** The labels of its pod: those of the Job when it was created. */
  labels: Record<string, string>;
  secret?: ClusterSecret;
  pod?: Pod;
  events: ClusterEvent[];
  log: string[];
  stop: AbortController;
  over: boolean;
  /** The last status of a pod that the kubelet has evicted: such a pod is not removed. */
  evicted?: NonNullable<Pod['status']>;
  /** The error with which the program of the pod has failed. */
  fault?: unknown;
};

/** A cluster for tests. */
export class FakeCluster {
  readonly runs = new Map<string, FakeRun>();
  /** The names of all Jobs that were created. */
  readonly created: string[] = [];
  /** Answers of the next calls by method and the end of the path, such as `POST jobs`. Undefined closes the connection. */
  readonly refusals = new Map<string, (Refusal | undefined)[]>();
  /** Calls that are carried out once and whose connection then breaks. */
  readonly loseAnswers: string[] = [];
  /** Calls that get no answer, by method and the end of the path. */
  readonly silent = new Set<string>();
  /** The time for which a waiting pod tries to reach its agent. */
  giveUpMilliseconds = 60_000;
  /** Whether pods start by themselves. */
  startsPods = true;
  /** Whether logs are cut off after this number of lines; each connection once. */
  cutLogAfter = Infinity;
  /** Whether connections to logs stay open without a line when their pods are over, as those to a node that hangs. */
  holdsLogs = false;
  /** The number of connections to logs that were opened. */
  logConnections = 0;
  #server: Server | undefined;
  #port = 0;
  #version = 1;
  readonly #watchers = new Set<ServerResponse>();
  readonly #readers = new Set<() => void>();

  static async open(t: TestContext): Promise<FakeCluster> {
    const cluster = new FakeCluster();
    await cluster.listen();
    atEnd(t, () => cluster.close());
    return cluster;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async listen(): Promise<void> {
    this.#server = createServer((request, response) => void this.#serve(request, response).catch(() => response.destroy()));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Ends all connections and answers no more, until `listen`. */
  async stopListening(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    server?.close();
    if (server) await once(server, 'close');
  }

  async close(): Promise<void> {
    for (const run of this.runs.values()) run.stop.abort();
    await this.stopListening();
  }

  /** Waits for the Job with this index, in the order of creation. */
  async run(index = 0): Promise<FakeRun> {
    await this.until(() => this.created.length > index, 'a Job');
    return this.runs.get(this.created[index] ?? '') as FakeRun;
  }

  async until(condition: () => boolean, description: string): Promise<void> {
    const deadline = Date.now() + 30_000;
    while (!condition()) {
      if (Date.now() > deadline) throw new Error(`Waited 30 s for ${description}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Changes the status of a pod, and notifies the watches. */
  setStatus(run: FakeRun, status: NonNullable<Pod['status']>, metadata: Partial<Pod['metadata']> = {}): void {
    const type = run.pod ? 'MODIFIED' : 'ADDED';
    run.pod ??= { metadata: { name: `${run.job.metadata.name}-x7k2p`, uid: randomUUID(), labels: run.labels } };
    run.pod = { ...run.pod, status, metadata: { ...run.pod.metadata, ...metadata, resourceVersion: String((this.#version += 1)) } };
    this.#notify(type, run.pod);
  }

  /** Removes a pod, as the cluster does after a Job was removed. */
  removePod(run: FakeRun): void {
    const { pod } = run;
    if (!pod) return;
    delete run.pod;
    run.over = true;
    this.#notify('DELETED', pod);
    for (const wake of this.#readers) wake();
  }

  /** Removes a Job, as a person would. */
  remove(run: FakeRun): void {
    this.runs.delete(run.job.metadata.name);
    run.stop.abort();
  }

  /** Ends a pod by SIGTERM and keeps it with a status, as the kubelet does when its node has no memory left. */
  evict(run: FakeRun, status: NonNullable<Pod['status']>): void {
    run.evicted = status;
    run.stop.abort();
  }

  /** Ends the logs of pods that are over. */
  endLogs(): void {
    for (const wake of this.#readers) wake();
  }

  /** Ends all watches, as the cluster does now and then. */
  endWatches(): void {
    for (const watcher of this.#watchers) watcher.destroy();
  }

  /** Runs the pod of a Job. */
  async startPod(run: FakeRun): Promise<void> {
    const fileOf = (name: string): string => Buffer.from(run.secret?.data[name] ?? '', 'base64').toString();
    const waits = run.secret?.data[WAIT_FILE] !== undefined;
    const order = waits
      ? awaitOrder(JSON.parse(fileOf(WAIT_FILE)) as PodWait, run.stop.signal, this.giveUpMilliseconds)
      : (JSON.parse(fileOf(ORDER_FILE)) as PodOrder);
    this.setStatus(run, { phase: 'Running', containerStatuses: [{ name: 'task', state: { running: {} } }] });
    const folder = join(await temporaryFolder(), 'work');
    const write = async (frames: string): Promise<void> => {
      for (const line of frames.split('\n').slice(0, -1)) run.log.push(`${new Date().toISOString().replace('Z', '000000Z')} ${line}`);
      for (const wake of this.#readers) wake();
    };
    const environment = { PATH: process.env['PATH'], HOSTNAME: run.pod?.metadata.name ?? '' };
    const outcome = await runInPod({ order, folder, environment, log: () => {}, write, stop: run.stop.signal }).catch((error: unknown) => {
      run.fault = error;
    });
    run.over = true;
    for (const wake of this.#readers) wake();
    const exitCode = outcome === 'EXECUTION_SUCCESS' ? 0 : 1;
    if (!run.pod) return;
    if (run.evicted) return this.setStatus(run, run.evicted);
    this.setStatus(run, {
      phase: exitCode === 0 ? 'Succeeded' : 'Failed',
      containerStatuses: [{ name: 'task', state: { terminated: { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error' } } }],
    });
    if (run.stop.signal.aborted) this.removePod(run);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    const body = await text(request);
    const parts = pathname.split('/').slice(pathname.startsWith('/apis') ? 6 : 5);
    const [kind = '', name, sub] = parts;
    const route = `${request.method} ${sub ?? kind}`;
    if (this.silent.has(route)) return;
    const lost = this.loseAnswers.indexOf(route);
    if (lost !== -1) this.loseAnswers.splice(lost, 1);
    const answer = (status: number, value: unknown): void => {
      if (lost !== -1) response.destroy();
      else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const queued = this.refusals.get(route);
    if (queued && queued.length > 0) {
      const refusal = queued.shift();
      return refusal ? answer(refusal.status, { kind: 'Status', ...refusal, code: refusal.status }) : void response.destroy();
    }
    const missing = (): void => answer(404, { kind: 'Status', reason: 'NotFound', message: `${kind} "${name}" not found`, code: 404 });
    if (route === 'POST jobs') return this.#createJob(JSON.parse(body) as ClusterJob, searchParams.get('dryRun') === 'All', answer);
    if (route === 'POST secrets')
      return this.#createSecret(JSON.parse(body) as ClusterSecret, searchParams.get('dryRun') === 'All', answer);
    if (route === 'GET jobs' && name === undefined)
      return answer(200, { metadata: {}, items: [...this.runs.values()].map(({ job }) => job) });
    if (route === 'GET pods') return this.#listPods(searchParams, response, answer);
    if (route === 'GET log') return this.#sendLog(name ?? '', searchParams, response, missing);
    if (route === 'GET events') {
      const objectName = searchParams.get('fieldSelector')?.split('=')[1] ?? '';
      return answer(200, { metadata: {}, items: this.runs.get(objectName)?.events ?? [] });
    }
    const run = this.runs.get(name ?? '');
    if (!run) return missing();
    if (route === 'PATCH jobs') this.#changeJob(run.job, JSON.parse(body) as Pick<ClusterJob, 'metadata' | 'spec'>);
    if (route === 'DELETE jobs') this.remove(run);
    return answer(200, run.job);
  }

  #createJob(job: ClusterJob, isTrial: boolean, answer: (status: number, value: unknown) => void): void {
    const { name } = job.metadata;
    if (this.runs.has(name))
      return answer(409, { kind: 'Status', reason: 'AlreadyExists', message: `jobs "${name}" already exists`, code: 409 });
    const created = { ...job, metadata: { ...job.metadata, uid: randomUUID(), creationTimestamp: new Date().toISOString() } };
    if (!isTrial) {
      const { labels } = job.metadata;
      this.runs.set(name, { job: created, labels: { ...labels }, events: [], log: [], stop: new AbortController(), over: false });
      this.created.push(name);
    }
    answer(201, created);
  }

  #changeJob(job: ClusterJob, { metadata: { labels, annotations }, spec }: Pick<ClusterJob, 'metadata' | 'spec'>): void {
    Object.assign((job.metadata.labels ??= {}), labels);
    Object.assign((job.metadata.annotations ??= {}), annotations);
    Object.assign((job.spec ??= {}), spec);
  }

  #createSecret(secret: ClusterSecret, isTrial: boolean, answer: (status: number, value: unknown) => void): void {
    const { name } = secret.metadata;
    const run = this.runs.get(name);
    if (run?.secret)
      return answer(409, { kind: 'Status', reason: 'AlreadyExists', message: `secrets "${name}" already exists`, code: 409 });
    if (run && !isTrial) run.secret = secret;
    answer(201, secret);
    if (run && !isTrial && this.startsPods) void this.startPod(run);
  }

  #listPods(query: URLSearchParams, response: ServerResponse, answer: (status: number, value: unknown) => void): void {
    const pods = [...this.runs.values()].flatMap(({ pod }) => pod ?? []);
    if (query.get('watch') !== 'true') return answer(200, { metadata: { resourceVersion: String(this.#version) }, items: pods });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    const since = Number(query.get('resourceVersion'));
    for (const pod of pods)
      if (Number(pod.metadata.resourceVersion) > since) response.write(`${JSON.stringify({ type: 'MODIFIED', object: pod })}\n`);
    this.#watchers.add(response);
    response.on('close', () => this.#watchers.delete(response));
  }

  #notify(type: string, object: Pod): void {
    for (const watcher of this.#watchers) watcher.write(`${JSON.stringify({ type, object })}\n`);
  }

  /** Sends the lines from a time on and, until the pod has ended, those that follow. */
  async #sendLog(pod: string, query: URLSearchParams, response: ServerResponse, missing: () => void): Promise<void> {
    const run = [...this.runs.values()].find((one) => one.pod?.metadata.name === pod);
    if (!run) return missing();
    this.logConnections += 1;
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.flushHeaders();
    const since = Date.parse(query.get('sinceTime') ?? '1970-01-01T00:00:00Z');
    let sent = 0;
    let wake = (): void => {};
    response.once('close', () => wake());
    for (let index = 0; !response.destroyed;) {
      for (; index < run.log.length; index += 1) {
        const line = run.log[index] ?? '';
        if (Date.parse(line.slice(0, 30)) < since) continue;
        if (sent >= this.cutLogAfter) return void response.destroy();
        sent += 1;
        response.write(`${line}\n`);
      }
      if (run.over && !this.holdsLogs) return void response.end();
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      this.#readers.add(resolve);
      await promise;
      this.#readers.delete(resolve);
    }
  }
}
