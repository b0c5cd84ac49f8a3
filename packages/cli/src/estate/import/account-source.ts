import { MillraceError } from '@millrace/client';
import type { Client, ClientOptions } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { sleep } from '../../shell.ts';
import { hasFields } from '../model/places.ts';
import { idIn, textAt } from './answer-fields.ts';
import type { ImportReport } from './import-report.ts';

type Send = NonNullable<ClientOptions['send']>;

/** The requests with another method than GET that only read. */
const SEARCHES = ['/orchestration/dynamic-engine-environments/search'];
const REQUEST_MS = 60_000;
const LONGEST_WAIT_MS = 300_000;
const TRIES = { limited: 30, failed: 4 };

/** Sends requests that only read; any other request is an error of the program. Repeats those that a rate limit or a fault of the service refused. */
export function readOnlySend(signal: AbortSignal, onWait: (milliseconds: number, reason: string) => void): Send {
  return async (url, request) => {
    const { method = 'GET' } = request;
    const { pathname } = new URL(url);
    const onlyReads = method === 'GET' || (method === 'POST' && SEARCHES.some((path) => pathname.endsWith(path)));
    if (!onlyReads) throw new Error(`An import must not send ${method} ${pathname}`);
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(url, { ...request, signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]) }).catch(
        (error: unknown) => {
          if (signal.aborted || tries >= TRIES.failed) throw error;
        },
      );
      const maximumTries = answer?.status === 429 ? TRIES.limited : TRIES.failed;
      if (answer && (!isRepeated(answer.status) || tries >= maximumTries)) return answer;
      await answer?.body?.cancel();
      const wait = waitOf(answer?.headers.get('retry-after') ?? null, tries);
      onWait(wait, answer ? `${answer.status} from ${pathname}` : `no answer from ${pathname}`);
      await sleep(wait, signal);
    }
  };
}

/** 501 says that the service does not have the operation. */
const isRepeated = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

/** The milliseconds that the service asks for, in seconds or as a date; else a time that doubles. */
export function waitOf(header: string | null, tries: number, now = Date.now()): number {
  const seconds = header === null || header.trim() === '' ? NaN : Number(header);
  const asked = Number.isFinite(seconds) ? seconds * 1000 : header === null ? NaN : Date.parse(header) - now;
  const wait = Number.isFinite(asked) ? Math.max(0, asked) : 1000 * 2 ** (tries - 1);
  return Math.min(wait, LONGEST_WAIT_MS);
}

const OPERATOR = 'SVC_OPERATOR, and VIEW on the workspace';
const ENGINES = 'SVC_CLUSTER_MANAGEMENT, SVC_ENVIRONMENT_MANAGEMENT or SVC_OPERATOR';

/** The operations that an import calls, with what their callers need. The published service has each of these operations. */
const ACCOUNT_READS = {
  'GET /orchestration/environments': 'SVC_ENVIRONMENT_MANAGEMENT, SVC_CLUSTER_MANAGEMENT or SVC_OPERATOR',
  'POST /orchestration/dynamic-engine-environments/search': 'SVC_ENVIRONMENT_MANAGEMENT',
  'GET /orchestration/workspaces': 'SVC_ENVIRONMENT_MANAGEMENT, or VIEW on the workspace',
  'GET /orchestration/artifacts': OPERATOR,
  'GET /orchestration/artifacts/{artifactId}/versions/{version}': OPERATOR,
  'GET /orchestration/connections': 'SVC_CONNECTION_RESOURCE_EDIT or SVC_OPERATOR, and VIEW on the workspace',
  'GET /orchestration/resources': 'SVC_CONNECTION_RESOURCE_EDIT or SVC_OPERATOR, and VIEW on the workspace',
  'GET /orchestration/executables/tasks': OPERATOR,
  'GET /orchestration/executables/tasks/{taskId}': OPERATOR,
  'GET /orchestration/executables/tasks/{taskId}/run-config': OPERATOR,
  'GET /orchestration/executables/tasks/{taskId}/schedule': OPERATOR,
  'GET /orchestration/executables/plans': OPERATOR,
  'GET /orchestration/executables/plans/{planId}': OPERATOR,
  'GET /orchestration/executables/plans/{planId}/run-config': OPERATOR,
  'GET /orchestration/executables/plans/{planId}/schedule': OPERATOR,
  'GET /orchestration/schedules': OPERATOR,
  'GET /orchestration/executables/promotions': 'SVC_PIPELINE_MANAGEMENT or SVC_PROMOTION_EXECUTION',
  'GET /processing/runtimes/remote-engines': ENGINES,
  'GET /processing/runtimes/remote-engines/{engineId}/run-profiles': 'SVC_RUN_PROFILE_MANAGEMENT',
  'GET /processing/runtimes/remote-engine-clusters': ENGINES,
  'GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles': 'SVC_RUN_PROFILE_MANAGEMENT',
  'GET /account/users': 'SVC_USER_MANAGEMENT',
  'GET /scim/v2/Users': 'SVC_USER_MANAGEMENT',
  'GET /account/service-accounts': 'SVC_SERVICE_ACCOUNT_MANAGEMENT',
  'GET /security/permissions': 'SVC_USER_MANAGEMENT or MANAGE on the workspace',
  'GET /security/service-accounts/permissions': 'SVC_SERVICE_ACCOUNT_MANAGEMENT or MANAGE on the workspace',
  'GET /api/v1/webhooks': 'the role TenantAdmin (scope admin.webhooks)',
} as const;

/** An operation that an import calls. */
type AccountRead = keyof typeof ACCOUNT_READS;

type Input = { path?: Record<string, string>; query?: Record<string, string | number | boolean>; body?: unknown };

const PAGE = 100;
const MAX_PAGES = 10_000;

/**
 * An account of a published API. Refusals and malformed answers are reported, and count as empty; what is not found counts as empty, too. A token that is
 * not accepted, and a service that cannot be reached, are thrown.
 */
export class AccountSource {
  readonly #client: Client;
  readonly #report: ImportReport;
  #calls = 0;
  readonly #onCall: (calls: number) => void;

  constructor(client: Client, report: ImportReport, onCall: (calls: number) => void) {
    this.#client = client;
    this.#report = report;
    this.#onCall = onCall;
  }

  /** Reads one answer. `object` is the label for the report. Without an answer that can be used, it reports this and returns undefined. */
  async read(route: AccountRead, input: Input, object: string): Promise<unknown> {
    try {
      const { body } = await this.#client.call(route, input as never);
      return body;
    } catch (error) {
      this.#reportFailure(route, object, error);
      return undefined;
    } finally {
      this.#calls += 1;
      this.#onCall(this.#calls);
    }
  }

  /** Reads a list that comes as a whole. */
  async readList(route: AccountRead, input: Input = {}, object = route as string): Promise<Record<string, unknown>[]> {
    const body = await this.read(route, input, object);
    return body === undefined ? [] : this.#entries(route, object, body);
  }

  /** Reads a list by limit and offset. */
  readPages(
    route: AccountRead,
    query: Record<string, string | boolean> = {},
    object = route as string,
  ): Promise<Record<string, unknown>[]> {
    const isSearch = route.startsWith('POST ');
    return this.#readAll(route, object, (count) => {
      const page = { ...query, limit: PAGE, offset: count };
      return isSearch ? { body: page } : { query: page };
    });
  }

  /** Reads a list by numbered pages. Their default size varies. */
  readNumbered(route: AccountRead): Promise<Record<string, unknown>[]> {
    return this.#readAll(route, route, (_count, page) => ({ query: { page, size: PAGE } }));
  }

  /** Reads the list of users of SCIM. */
  readScim(route: AccountRead): Promise<Record<string, unknown>[]> {
    return this.#readAll(route, route, (count) => ({ query: { startIndex: count + 1, count: PAGE } }));
  }

  /** Reads a list by the cursors in its links. */
  readLinked(route: AccountRead): Promise<Record<string, unknown>[]> {
    return this.#readAll(route, route, (_count, _page, cursor) => ({
      query: { limit: PAGE, ...(cursor !== undefined && { next: cursor }) },
    }));
  }

  /** Reads pages until one brings nothing new: totals may be missing or wrong. */
  async #readAll(
    route: AccountRead,
    object: string,
    inputOf: (count: number, page: number, cursor: string | undefined) => Input,
  ): Promise<Record<string, unknown>[]> {
    const found = new Map<string, Record<string, unknown>>();
    let count = 0;
    let cursor: string | undefined;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const body = await this.read(route, inputOf(count, page, cursor), object);
      if (body === undefined) break;
      const raw = listIn(body) ?? [];
      const entries = this.#entries(route, object, body);
      count += raw.length;
      const before = found.size;
      for (const entry of entries) found.set(idIn(entry) ?? JSON.stringify(entry), entry);
      const total = hasFields(body) ? (body['total'] ?? body['totalResults']) : undefined;
      cursor = hasFields(body) ? cursorOf(body['links']) : undefined;
      const isWhole =
        hasFields(body) && 'links' in body ? cursor === undefined : typeof total === 'number' ? count >= total : raw.length < PAGE;
      if (raw.length === 0 || isWhole) {
        if (typeof total === 'number' && count < total)
          this.#report.add('answers', object, `The list counts ${total} entries, but gives ${count}.`, 'Import again later, and compare.');
        break;
      }
      if (found.size === before) {
        this.#report.add('answers', object, 'The service repeats a page of the list.', 'Compare the files with the account.');
        break;
      }
    }
    return [...found.values()].toSorted((first, second) => ((idIn(first) ?? '') < (idIn(second) ?? '') ? -1 : 1));
  }

  #entries(route: AccountRead, object: string, body: unknown): Record<string, unknown>[] {
    const list = listIn(body);
    if (!list) {
      this.#report.add(
        'answers',
        object,
        `${route} does not answer with a list.`,
        'Import again later. Until then, these objects are missing.',
      );
      return [];
    }
    const entries = list.filter(hasFields);
    if (entries.length < list.length)
      this.#report.add(
        'answers',
        object,
        `The list has ${list.length - entries.length} empty entries.`,
        'Compare the files with the account.',
      );
    return entries;
  }

  #reportFailure(route: AccountRead, object: string, error: unknown): void {
    if (error instanceof Failure && error.kind === 'refused')
      return this.#report.add('answers', object, `The answer of ${route} is not JSON.`, 'Import again later. Until then, this is missing.');
    if (!(error instanceof MillraceError) || error.status === undefined || error.status === 401) throw error;
    if (error.status === 404) return;
    if (error.status === 403)
      return this.#report.add(
        'permissions',
        object,
        `The token may not call ${route}. It needs ${ACCOUNT_READS[route]}.`,
        'Give the account of the token this permission (the cloud writes TMC_ for SVC_), and import again.',
      );
    this.#report.add('answers', object, `${route} answered ${error.status}.`, 'Import again later. Until then, this is missing.');
  }
}

/** The entries of an answer: a bare list, or a page. */
function listIn(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!hasFields(body)) return undefined;
  return [body['items'], body['data'], body['Resources']].find((list): list is unknown[] => Array.isArray(list));
}

function cursorOf(links: unknown): string | undefined {
  const next = hasFields(links) ? links['next'] : undefined;
  const href = textAt(next, 'href');
  const url = href === undefined ? null : URL.parse(href, 'https://example.com');
  return url?.searchParams.get('next') ?? undefined;
}
