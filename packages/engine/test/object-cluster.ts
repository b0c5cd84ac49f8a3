/** The API of a cluster for tests of the operator: it stores objects by their paths, and runs nothing. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { AGENT, OPERATOR, OWNER_LABELS } from '@millrace/wire/cluster-names';
import { atEnd } from './at-end.ts';

type Refusal = { status: number; reason: string; message: string };
type ApiObject = { metadata: { name: string; namespace?: string; [field: string]: unknown }; [field: string]: unknown };

/** A cluster for tests. */
export class ObjectCluster {
  readonly objects = new Map<string, ApiObject>();
  /** Refusals by method and the start of a path, until a test removes them. Undefined closes the connection. */
  readonly refusals = new Map<string, Refusal | undefined>();
  /** Each change that was made, as method and path. */
  readonly changes: string[] = [];
  /** Whether each watch is refused. */
  forbidsWatches = false;
  /** Each call, as method and path, also those that were refused. */
  readonly calls: string[] = [];
  /** Each list that was read, by its path. */
  readonly lists: string[] = [];
  /** The changes that watches report, in order: the version of a list is their number. */
  readonly #history: { type: string; path: string; object: ApiObject }[] = [];
  /** The open watches, with the paths of their lists. */
  readonly #watches = new Map<ServerResponse, string>();
  #server: Server | undefined;
  #port = 0;

  static async open(t: TestContext): Promise<ObjectCluster> {
    const cluster = new ObjectCluster();
    await cluster.listen();
    atEnd(t, () => cluster.stopListening());
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

  /** Ends all connections and answers nothing until `listen`. */
  async stopListening(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    server?.close();
    if (server) await once(server, 'close');
  }

  put(path: string, object: Partial<ApiObject> = {}): void {
    const name = path.split('/').at(-1) ?? '';
    const stored = { ...object, metadata: { ...object.metadata, name } };
    this.#notify(this.objects.has(path) ? 'MODIFIED' : 'ADDED', path, stored);
    this.objects.set(path, stored);
  }

  /** Removes an object without a call, as the cluster does with old events. */
  expire(path: string): void {
    const stored = this.objects.get(path);
    this.objects.delete(path);
    if (stored) this.#notify('DELETED', path, stored);
  }

  /** Ends all watches, as the cluster does now and then. */
  endWatches(): void {
    for (const response of this.#watches.keys()) response.end();
  }

  #notify(type: string, path: string, object: ApiObject): void {
    this.#history.push({ type, path, object });
    for (const [response, list] of this.#watches) sendChange(response, list, { type, path, object });
  }

  /** The fields of a Secret; undefined if there is none. */
  secret(namespace: string, name: string): Record<string, string> | undefined {
    const data = this.objects.get(`/api/v1/namespaces/${namespace}/secrets/${name}`)?.['data'] as Record<string, string> | undefined;
    return data && Object.fromEntries(Object.entries(data).map(([field, value]) => [field, Buffer.from(value, 'base64').toString()]));
  }

  putSecret(namespace: string, name: string, texts: Record<string, string>): void {
    const data = Object.fromEntries(Object.entries(texts).map(([field, value]) => [field, Buffer.from(value).toString('base64')]));
    this.put(`/api/v1/namespaces/${namespace}/secrets/${name}`, { data });
  }

  /** Installs the objects of a package that the operator reads. `creates`: whether the package has created the namespace. */
  install(options: { engine: string; link: string; environment: string; namespace: string; creates?: boolean }): void {
    const { engine, link, environment, namespace, creates = true } = options;
    this.put(`/api/v1/namespaces/${namespace}`, {
      metadata: { name: namespace, labels: creates ? { [OWNER_LABELS.environment]: environment } : {} },
    });
    this.put(`/apis/millrace.dev/v1/namespaces/${namespace}/engineenvironments/environment`, {
      metadata: { name: 'environment', namespace },
      spec: { engineId: engine, linkId: link, environmentId: environment },
    });
    this.deploy(namespace, AGENT);
  }

  /** Puts a Deployment that runs, with its pod. */
  deploy(namespace: string, name: string, change: { status?: object; metadata?: object } = {}): void {
    this.put(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`, {
      metadata: {
        name,
        generation: 1,
        creationTimestamp: '2026-11-23T10:00:00Z',
        labels: { 'app.kubernetes.io/version': '0.1.0' },
        annotations: { 'meta.helm.sh/release-name': 'engine', 'deployment.kubernetes.io/revision': '1' },
        ...change.metadata,
      },
      spec: { template: { spec: { containers: [{ name, image: 'registry.example.com:5000/team/millrace-engine:0.1.0' }] } } },
      status: change.status ?? {
        observedGeneration: 1,
        availableReplicas: 1,
        conditions: [{ type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable', lastUpdateTime: '2026-11-23T10:01:00Z' }],
      },
    });
  }

  /** Installs the operator of an engine. */
  installOperator(namespace: string, engine: string, key?: string): void {
    this.put(`/api/v1/namespaces/${namespace}`, { metadata: { name: namespace, labels: { [OWNER_LABELS.engine]: engine } } });
    this.deploy(namespace, OPERATOR);
    if (key !== undefined) this.putSecret(namespace, `${OPERATOR}-pairing`, { key });
  }

  /** Removes a namespace with all that is in it, as the cluster does some time after a removal was asked for. */
  endNamespace(name: string): void {
    for (const path of this.objects.keys())
      if (path.includes(`/namespaces/${name}/`) || path.endsWith(`/namespaces/${name}`)) this.objects.delete(path);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const { pathname, searchParams } = new URL(url, this.url);
    const body = await text(request);
    this.calls.push(`${method} ${pathname}`);
    const answer = (status: number, value: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    for (const [call, refusal] of this.refusals) {
      const [refusedMethod = '', refusedPath = ''] = call.split(' ');
      if (refusedMethod !== method || !pathname.startsWith(refusedPath)) continue;
      return refusal ? answer(refusal.status, { kind: 'Status', ...refusal }) : void response.destroy();
    }
    const missing = (): void => answer(404, { kind: 'Status', reason: 'NotFound', message: `${pathname} not found` });
    const stored = this.objects.get(pathname);
    if (searchParams.get('watch') === 'true') {
      if (this.forbidsWatches) return answer(403, { kind: 'Status', reason: 'Forbidden', message: 'cannot watch' });
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      const since = Number(searchParams.get('resourceVersion'));
      for (const change of this.#history.slice(since)) sendChange(response, pathname, change);
      this.#watches.set(response, pathname);
      return void response.on('close', () => this.#watches.delete(response));
    }
    if (method === 'GET') return stored ? answer(200, stored) : this.#list(pathname, answer, missing);
    const isTrial = searchParams.get('dryRun') === 'All';
    if (!isTrial) this.changes.push(`${method} ${pathname}`);
    if (method === 'POST') {
      const object = JSON.parse(body) as ApiObject;
      const path = `${pathname}/${object.metadata.name}`;
      if (this.objects.has(path)) return answer(409, { kind: 'Status', reason: 'AlreadyExists', message: `${path} already exists` });
      if (!isTrial) this.objects.set(path, object);
      return answer(201, object);
    }
    if (!stored) return missing();
    if (method === 'PUT') this.objects.set(pathname, JSON.parse(body) as ApiObject);
    // A namespace exists until its content is gone.
    else if (/\/namespaces\/[^/]+$/.test(pathname)) stored.metadata['deletionTimestamp'] = '2026-11-23T11:00:00Z';
    else this.objects.delete(pathname);
    return answer(200, {});
  }

  /** Kinds and names alternate in a path, so its length shows whether it means an object or a list. A list may be empty. */
  #list(path: string, answer: (status: number, value: unknown) => void, missing: () => void): void {
    const namesObject = path.split('/').length % 2 === (path.startsWith('/apis/') ? 0 : 1);
    if (namesObject) return missing();
    this.lists.push(path);
    const kind = path.split('/').at(-1) ?? '';
    const scope = path.slice(0, -kind.length);
    const listed = [...this.objects].filter(([key]) => key.startsWith(scope) && key.split('/').at(-2) === kind);
    answer(200, { metadata: { resourceVersion: String(this.#history.length) }, items: listed.map(([, object]) => object) });
  }
}

function sendChange(
  response: ServerResponse,
  list: string,
  { type, path, object }: { type: string; path: string; object: ApiObject },
): void {
  if (path === `${list}/${object.metadata.name}`) response.write(`${JSON.stringify({ type, object })}\n`);
}
