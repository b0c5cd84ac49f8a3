/** A control plane for tests: implements the engine protocol in memory and records each violation of it in `faults`. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Schema } from '@millrace/contract';
import { IssuedCredentials } from './issued-credentials.ts';
import { applyReport, type TestExecution } from './received-reports.ts';
import { faultOf } from './schema-check.ts';

/** The details of refusals by their status, as the server gives them. */
const DETAILS: Readonly<Record<number, string>> = {
  400: 'malformed_request',
  401: 'not_signed_in',
  404: 'not_found',
  413: 'too_large',
  503: 'unavailable: standby',
};

/** A control plane for tests. It checks each request of an engine against the contract. */
export class ControlPlane {
  readonly credentials = new IssuedCredentials();
  readonly pairingKey = 'key-of-the-test';
  readonly executions = new Map<string, TestExecution>();
  readonly bundles = new Map<string, Buffer>();
  readonly faults: string[] = [];
  /** All received claims. */
  readonly claims: Schema<'ClaimRequest'>[] = [];
  /** The illness of each received heartbeat; undefined for a healthy engine. */
  readonly illnesses: Schema<'Heartbeat'>['illness'][] = [];
  /** The number of executions that each received heartbeat has named. */
  readonly heldCounts: number[] = [];
  /** Whether it accepts heartbeats with an illness; older control planes refuse them. */
  acceptsIllness = true;
  /** Whether it accepts heartbeats with versions of Java; older control planes refuse them. */
  acceptsJavas = true;
  /** The versions of Java of each accepted heartbeat. */
  readonly javas: Schema<'Heartbeat'>['javas'][] = [];
  /** The number of calls of each route. */
  readonly calls = new Map<string, number>();
  /** Paths whose next answer is lost after the request is processed; each entry is used once. */
  readonly loseAnswers: string[] = [];
  /** Promises by path; a request waits for the promise before it is processed. */
  readonly gates = new Map<string, Promise<void>>();
  /** The status with which each call is refused, or undefined; 503 is that of a server whose database is a standby. */
  refuseAll: number | undefined;
  /** Returns the refusal of a call by its path; its body is a text if a proxy answers in place of the control plane. */
  refusalOf: (path: string) => { status: number; body: object | string } | undefined = () => undefined;
  /** The largest accepted body of a report, in bytes. */
  maxReportBytes = 8 * 2 ** 20;
  reportedBytes = 0;
  #server: Server | undefined;
  #port = 0;
  #lastFence = 0;
  readonly #waiting = new Set<() => void>();

  /** Starts to listen; after `close` at the same address. Does nothing while it listens. */
  async open(): Promise<this> {
    if (this.#server) return this;
    const server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.faults.push(String(error));
        response.destroy();
      });
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    return this;
  }

  /** Closes all connections and stops listening. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    this.#wake();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  get isOpen(): boolean {
    return this.#server !== undefined;
  }

  get credential(): string {
    return this.credentials.current;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Queues an execution of a bundle, or an inline execution where there is no zip. */
  add(zip: Buffer | undefined, more: Partial<Schema<'ClaimedExecution'>> = {}): TestExecution {
    const hash = createHash('sha256')
      .update(zip ?? '')
      .digest('hex');
    if (zip) this.bundles.set(hash, zip);
    const executionId = more.executionId ?? randomUUID();
    const execution: TestExecution = {
      claim: {
        executionId,
        fence: (this.#lastFence += 1),
        taskId: randomUUID(),
        taskName: 'A task',
        runner: zip ? 'process' : 'inline',
        bundle: { hash, size: zip?.length ?? 0, layout: 'millrace', name: 'sample', version: '1.0.0' },
        parameters: {},
        resources: [],
        logLevel: 'INFO',
        ...more,
      },
      state: 'queued',
      lines: [],
      stop: false,
    };
    this.executions.set(executionId, execution);
    this.#wake();
    return execution;
  }

  /** Queues an execution of the job archive `Load`. */
  addJob(zip: Buffer, more: Partial<Schema<'ClaimedExecution'>> = {}): TestExecution {
    const hash = createHash('sha256').update(zip).digest('hex');
    return this.add(zip, { bundle: { hash, size: zip.length, layout: 'job-archive', name: 'Load', version: '0.1' }, ...more });
  }

  /** Requests the end of an execution. */
  stop(execution: TestExecution): void {
    execution.stop = true;
    this.#wake();
  }

  /** Waits until the end of an execution is reported; returns that report. */
  async ended(execution: TestExecution): Promise<Schema<'FinishReport'>> {
    await this.until(() => execution.finish !== undefined, 'the end of an execution');
    return execution.finish as Schema<'FinishReport'>;
  }

  /** Waits until the engine holds no execution: all are reported, and their folders are removed. */
  async idle(): Promise<void> {
    // The first heartbeat from now on may have been composed before.
    const seen = this.heldCounts.length + 1;
    await this.until(() => this.heldCounts.length > seen && this.heldCounts.at(-1) === 0, 'an idle engine');
  }

  /** Waits until a condition holds; throws after a minute. */
  async until(condition: () => boolean, description: string): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (!condition()) {
      if (Date.now() > deadline) throw new Error(`Waited a minute for ${description}; faults: ${this.faults.join('; ')}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = `${request.method} ${request.url}`;
    this.calls.set(route, (this.calls.get(route) ?? 0) + 1);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const answer = (status: number, body: unknown) => {
      const lost = this.loseAnswers.indexOf(request.url ?? '');
      if (lost !== -1) this.loseAnswers.splice(lost, 1);
      if (lost !== -1 || !this.#server) return void response.destroy();
      if (typeof body === 'string') return void response.writeHead(status, { 'content-type': 'text/html' }).end(body);
      const refusal = status >= 400 && { status, detail: DETAILS[status] ?? 'refused', requestId: randomUUID() };
      const full = refusal ? { ...refusal, ...(body as object) } : body;
      response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? undefined : JSON.stringify(full));
    };
    await this.gates.get(request.url ?? '');
    const refusal = this.refusalOf(request.url ?? '');
    if (refusal) return answer(refusal.status, refusal.body);
    if (this.refuseAll) return answer(this.refuseAll, { message: 'Refused' });
    if (route === 'POST /engine/v1/pairing') return this.#pair(text, answer);
    if (route === 'GET /readyz') return answer(200, { status: 'ok', version: '0.1.0' });
    if (!this.credentials.accept(request.headers.authorization)) return answer(401, { message: 'Unknown credential' });
    if (route === 'POST /engine/v1/credential') return answer(200, this.credentials.renew());
    if (route === 'DELETE /engine/v1/credential') return answer(204, undefined);
    if (route.startsWith('GET /engine/v1/bundles/')) return this.#sendBundle(request.url?.split('/').at(-1) ?? '', response, answer);
    const body: unknown = JSON.parse(text);
    if (route === 'POST /engine/v1/claims') return this.#claim(body, response, answer);
    if (route === 'POST /engine/v1/beats') return this.#heartbeat(body, answer);
    if (route === 'POST /engine/v1/reports') {
      this.reportedBytes += text.length;
      if (text.length > this.maxReportBytes) return answer(413, { message: 'Too large' });
      return this.#report(body, answer);
    }
    this.faults.push(`unknown route ${route}`);
    return answer(404, { message: 'No such route' });
  }

  /** Answers 400 to a body that violates its schema, and records the fault; returns whether it did. */
  #refuseInvalid(name: string, body: unknown, answer: (status: number, body: unknown) => void): boolean {
    const fault = faultOf(name, body);
    if (!fault) return false;
    this.faults.push(fault);
    answer(400, { message: fault });
    return true;
  }

  #pair(text: string, answer: (status: number, body: unknown) => void): void {
    const body = JSON.parse(text) as Schema<'PairingRequest'>;
    if (this.#refuseInvalid('PairingRequest', body, answer)) return;
    if (body.preAuthorizedKey !== this.pairingKey) return answer(401, { message: 'The key is unknown or used' });
    answer(200, { engineId: randomUUID(), name: 'paired engine', ...this.credentials.toJson(this.credential) });
  }

  async #sendBundle(hash: string, response: ServerResponse, answer: (status: number, body: unknown) => void): Promise<void> {
    const zip = this.bundles.get(hash);
    if (!zip) return answer(404, { message: 'No such bundle' });
    response.writeHead(200, { 'content-type': 'application/zip' }).end(zip);
  }

  /** Answers when there is an execution or a stop for the engine, or after its wait. Sends no answer when the engine or this server has closed. */
  async #claim(body: unknown, response: ServerResponse, answer: (status: number, body: unknown) => void): Promise<void> {
    if (this.#refuseInvalid('ClaimRequest', body, answer)) return;
    const request = body as Schema<'ClaimRequest'>;
    const { waitMilliseconds, incarnation, number, free, running = [], unanswered = [], gone = [] } = request;
    this.claims.push(request);
    const deadline = Date.now() + waitMilliseconds;
    for (const execution of this.executions.values()) {
      if (execution.state === 'held' && gone.includes(execution.claimedBy?.incarnation ?? '')) execution.state = 'lost';
    }
    for (;;) {
      this.#requeueUnanswered(incarnation, unanswered);
      if (response.destroyed || !this.#server) return void response.destroy();
      const queued = [...this.executions.values()].filter(({ state }) => state === 'queued').slice(0, free);
      for (const execution of queued) {
        execution.state = 'held';
        execution.claimedBy = { incarnation, number };
      }
      const stop = running.filter((lease) => this.#findHeld(lease)?.stop).map((lease) => lease.executionId);
      if (queued.length > 0 || stop.length > 0 || Date.now() >= deadline)
        return answer(200, { executions: queued.map(({ claim }) => claim), stop });
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      const timer = setTimeout(resolve, deadline - Date.now());
      response.once('close', resolve);
      await promise;
      clearTimeout(timer);
      this.#waiting.delete(resolve);
    }
  }

  #requeueUnanswered(incarnation: string | undefined, unanswered: readonly number[]): void {
    for (const execution of this.executions.values()) {
      const { claimedBy } = execution;
      if (execution.state !== 'held' || claimedBy?.incarnation !== incarnation || !unanswered.includes(claimedBy?.number ?? 0)) continue;
      if (execution.startedAt !== undefined) this.faults.push('an execution of an unanswered claim has started');
      execution.state = 'queued';
      execution.claim = { ...execution.claim, fence: (this.#lastFence += 1) };
    }
  }

  #heartbeat(body: unknown, answer: (status: number, body: unknown) => void): void {
    if (this.#refuseInvalid('Heartbeat', body, answer)) return;
    const { running, illness, javas } = body as Schema<'Heartbeat'>;
    if (javas && !this.acceptsJavas) return answer(400, { message: 'body/javas is not known' });
    if (illness && !this.acceptsIllness) return answer(400, { message: 'body/illness is not known' });
    this.illnesses.push(illness);
    this.javas.push(javas);
    this.heldCounts.push(running.length);
    const stop = running.filter((lease) => this.#findHeld(lease)?.stop).map((lease) => lease.executionId);
    const lost = running.filter((lease) => !this.#findHeld(lease)).map((lease) => lease.executionId);
    answer(200, { stop, lost } satisfies Schema<'HeartbeatAnswer'>);
  }

  #report(body: unknown, answer: (status: number, body: unknown) => void): void {
    if (this.#refuseInvalid('Report', body, answer)) return;
    const report = body as Schema<'Report'>;
    answer(
      200,
      applyReport(report, this.executions, this.faults, () => (this.#lastFence += 1)),
    );
    if (report.returns?.length) this.#wake();
  }

  #findHeld(lease: Schema<'ExecutionLease'>): TestExecution | undefined {
    const execution = this.executions.get(lease.executionId);
    return execution?.state === 'held' && execution.claim.fence === lease.fence ? execution : undefined;
  }
}
