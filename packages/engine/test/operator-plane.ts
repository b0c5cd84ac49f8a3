/** The part of a control plane that an operator calls. It checks each request against the contract. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { Schema } from '@millrace/contract';
import { atEnd } from './at-end.ts';
import { faultOf } from './schema-check.ts';

/** A control plane for tests of the operator. */
export class OperatorPlane {
  readonly engine = randomUUID();
  readonly faults: string[] = [];
  readonly reports: Schema<'ObservedState'>[] = [];
  /** The keys that can be used; each works once. */
  readonly keys = new Set<string>();
  desired: Schema<'DesiredState'>;
  credential = '';
  #server: Server | undefined;
  #port = 0;
  #pairings = 0;
  #change = Promise.withResolvers<void>();

  constructor() {
    this.desired = {
      revision: 1,
      dynamicEngineId: this.engine,
      name: 'Engine',
      version: '0.1.0',
      removing: false,
      state: 'CONNECTED',
      environments: [],
    };
  }

  static async open(t: TestContext): Promise<OperatorPlane> {
    const plane = new OperatorPlane();
    await plane.listen();
    atEnd(t, () => plane.stopListening());
    return plane;
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

  async stopListening(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#changed();
    server?.closeAllConnections();
    server?.close();
    if (server) await once(server, 'close');
  }

  /** Changes the desired state. */
  want(change: Partial<Schema<'DesiredState'>>): void {
    this.desired = { ...this.desired, ...change, revision: this.desired.revision + 1 };
    this.#changed();
  }

  /**
   * Changes the desired state, and waits until the operator works by it. Install an environment only after this: with an older state the operator would
   * remove it, because it is not assigned.
   */
  async agree(change: Partial<Schema<'DesiredState'>>): Promise<void> {
    this.want(change);
    await this.reported(({ revision }) => revision === this.desired.revision, 'a report with the revision');
  }

  /** An environment that is assigned. */
  environment(change: Partial<Schema<'DesiredEnvironment'>> = {}): Schema<'DesiredEnvironment'> {
    const environmentId = randomUUID();
    return {
      linkId: randomUUID(),
      environmentId,
      name: 'Production',
      namespace: `millrace-env-${environmentId}`,
      removing: false,
      logStrategy: 'NONE',
      metricsStrategy: 'NONE',
      status: 'SET_UP_REQUIRED',
      agent: { engineId: randomUUID(), name: 'Engine' },
      ...change,
    };
  }

  /** Waits for a report that matches; returns it. */
  async reported(matches: (report: Schema<'ObservedState'>) => boolean, description: string): Promise<Schema<'ObservedState'>> {
    await this.until(() => this.reports.some(matches), description);
    return this.reports.findLast(matches) as Schema<'ObservedState'>;
  }

  /** Forgets the reports, then waits for one that matches. */
  next(matches: (report: Schema<'ObservedState'>) => boolean, description: string): Promise<Schema<'ObservedState'>> {
    this.reports.length = 0;
    return this.reported(matches, description);
  }

  async until(condition: () => boolean, description: string): Promise<void> {
    const deadline = Date.now() + 30_000;
    while (!condition()) {
      if (Date.now() > deadline)
        throw new Error(`Waited 30 s for ${description}: ${JSON.stringify(this.reports.at(-1))} ${this.faults.join('; ')}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  #changed(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    const route = `${request.method} ${pathname}`;
    const content = await text(request);
    const answer = (status: number, body: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const checked = <T>(name: string): T => {
      const body = JSON.parse(content) as T;
      const fault = faultOf(name, body);
      if (fault) this.faults.push(fault);
      return body;
    };
    if (route === 'POST /engine/v1/pairing') {
      if (!this.keys.delete(checked<Schema<'PairingRequest'>>('PairingRequest').preAuthorizedKey))
        return answer(401, { status: 401, message: 'The pairing key is unknown or was used before', detail: 'engine_key_refused' });
      this.credential = `mry_${(this.#pairings += 1)}`;
      const until = '2026-12-23T10:00:00Z';
      return answer(200, {
        engineId: this.engine,
        name: 'Engine',
        credential: this.credential,
        credentialExpiresAt: until,
        renewCredentialAfter: until,
      });
    }
    if (request.headers.authorization !== `Bearer ${this.credential}`)
      return answer(401, { status: 401, message: 'Unknown', detail: 'not_signed_in' });
    if (route === 'GET /engine/v1/dynamic-engine') {
      if (searchParams.get('revision') === String(this.desired.revision)) {
        const timer = setTimeout(() => this.#changed(), Number(searchParams.get('waitMilliseconds')));
        await this.#change.promise;
        clearTimeout(timer);
      }
      return answer(200, this.desired);
    }
    if (route !== 'PUT /engine/v1/dynamic-engine/status') this.faults.push(`unknown route ${route}`);
    this.reports.push(checked<Schema<'ObservedState'>>('ObservedState'));
    answer(200, { revision: this.desired.revision });
  }
}
