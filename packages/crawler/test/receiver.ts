/** Receives the portions of a crawl as the control plane does, for tests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { CrawlAnswer, CrawlContent, CrawledSample, CrawledTable, CrawlPortion } from '../src/portions.ts';

/** An answer that a test gives in place of the usual one. `cut`: the connection is closed without an answer, after the portion was stored. */
export type GivenAnswer = { status: number; body?: object; headers?: Record<string, string> } | 'cut';

const MAX_BYTES = 8 * 2 ** 20;

/** Stores portions, answers with known fingerprints, and records violations of the protocol in `faults`. */
export class Receiver {
  readonly token = `token-${crypto.randomUUID()}`;
  readonly executionId = crypto.randomUUID();
  readonly portions: CrawlPortion[] = [];
  /** The numbers of all requests, also of those that were repeated or refused. */
  readonly requests: number[] = [];
  readonly faults: string[] = [];
  /** The fingerprints of stored samples. */
  known = new Map<string, string>();
  /** Called for each request; returns an answer in place of the usual one. */
  given: (portion: CrawlPortion, tries: number) => GivenAnswer | undefined | Promise<GivenAnswer | undefined> = () => undefined;
  ends = false;
  largest = 0;
  readonly #server: Server = createServer((request, response) => void this.#receive(request, response));

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const body = await buffer(request);
    this.largest = Math.max(this.largest, body.length);
    if (request.url !== `/engine/v1/crawls/${this.executionId}/portions` || request.method !== 'POST') this.faults.push(`${request.url}`);
    if (request.headers['content-type'] !== 'application/json') this.faults.push('content type');
    if (body.length > MAX_BYTES) this.faults.push(`${body.length} bytes`);
    const portion = JSON.parse(body.toString()) as CrawlPortion;
    this.requests.push(portion.number);
    const given = await this.given(portion, this.requests.filter((number) => number === portion.number).length);
    if (given === 'cut' || given === undefined) this.#store(portion);
    if (given === 'cut') return request.socket.destroy();
    if (given) return response.writeHead(given.status, given.headers).end(JSON.stringify(given.body ?? {}));
    if (request.headers.authorization !== `Bearer ${this.token}`) return response.writeHead(401).end('{"message":"unknown token"}');
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.#answer(portion)));
  }

  #store(portion: CrawlPortion): void {
    const last = this.portions.at(-1)?.number ?? 0;
    if (portion.number === last + 1) this.portions.push(portion);
    else if (portion.number !== last) this.faults.push(`number ${portion.number} after ${last}`);
  }

  #answer(portion: CrawlPortion): CrawlAnswer {
    const names = portion.kind === 'tables' ? portion.tables.map(({ technicalName }) => technicalName) : [];
    const known = names.flatMap((technicalName) => {
      const fingerprint = this.known.get(technicalName);
      return fingerprint === undefined ? [] : [{ technicalName, fingerprint }];
    });
    return { known, ends: this.ends };
  }

  portionsOf<Kind extends CrawlContent['kind']>(kind: Kind): Extract<CrawlPortion, { kind: Kind }>[] {
    return this.portions.filter((portion) => portion.kind === kind) as Extract<CrawlPortion, { kind: Kind }>[];
  }

  get kinds(): string[] {
    return this.portions.map(({ kind }) => kind);
  }

  get tables(): Map<string, CrawledTable> {
    return new Map(this.portionsOf('tables').flatMap(({ tables }) => tables.map((table) => [table.technicalName, table])));
  }

  get samples(): Map<string, CrawledSample> {
    return new Map(this.portionsOf('samples').flatMap(({ samples }) => samples.map((sample) => [sample.technicalName, sample])));
  }

  get unreadable(): Map<string, string> {
    const tables = this.portionsOf('unreadable').flatMap((portion) => portion.tables);
    return new Map(tables.map(({ technicalName, message }) => [technicalName, message]));
  }

  get unchanged(): string[] {
    return this.portionsOf('unchanged').flatMap(({ tables }) => tables);
  }

  /** Stores the fingerprints of the samples, as the control plane does, for the next crawl. */
  fingerprints(): Map<string, string> {
    const sampled = [...this.samples.keys()].flatMap((name) => {
      const fingerprint = this.tables.get(name)?.fingerprint;
      return fingerprint ? [[name, fingerprint] as const] : [];
    });
    return new Map([...this.known, ...sampled]);
  }
}
