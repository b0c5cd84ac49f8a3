/** Calls the API with the client of the contract and the session of the browser. */
import { MutationCache, QueryCache, QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { AnswerOf, Route } from '@millrace/contract';
import { useLanguage } from '../text/language.tsx';
import { toast } from '../ui/toast.tsx';
import { sorterOf } from './name-order.ts';
import { trackReachability } from './reachability.ts';
import { ApiError, createClient, UnreachableError, type InputOf } from '@millrace/contract/client';

/** The body of the answer of an operation. */
export type BodyOfAnswer<R extends Route> = AnswerOf<R>['body'];

const CSRF_HEADER = 'service-csrf-token';
const STALE_TOKEN = 'CSRF-TOKEN-2';
let csrfToken: Promise<string> | undefined;
/** Milliseconds by which the clock of the server is ahead of the clock of the browser. */
let clockOffset = 0;

/** Epoch milliseconds by the clock of the server, as of its last answer: the clock of the browser may be wrong. */
export const serverNow = (): number => Date.now() + clockOffset;

/** The client of the contract. Changing calls carry the token that belongs to the session. */
export const api = createClient({ baseUrl: '', send });

async function send(url: string, request: RequestInit): Promise<Response> {
  const answer = await trackReachability(() =>
    request.method === 'GET' ? fetch(url, request) : sendWithToken(request, (changing) => fetch(url, changing)),
  );
  const date = Date.parse(answer.headers.get('date') ?? '');
  // The header has whole seconds, so a small difference says nothing.
  if (!Number.isNaN(date)) clockOffset = Math.abs(date - Date.now()) > 2000 ? date - Date.now() : 0;
  return answer;
}

/** The parts of an answer that show whether its request had the token of an ended session. */
type Refusable = Pick<Response, 'status' | 'text'>;

/** Sends a changing request with the token of the session; once more with a new token, if another tab has signed in again. */
export async function sendWithToken<Answer extends Refusable>(
  request: RequestInit,
  sendOnce: (request: RequestInit) => Promise<Answer>,
): Promise<Answer> {
  const attempt = async (): Promise<Answer> => sendOnce(withToken(request, await readToken()));
  const answer = await attempt();
  if (answer.status !== 403 || !(await textOf(answer)).includes(STALE_TOKEN)) return answer;
  csrfToken = undefined;
  return attempt();
}

/** Makes the next change read the token of the session again. */
export function forgetToken(): void {
  csrfToken = undefined;
}

const textOf = (answer: Refusable): Promise<string> => (answer instanceof Response ? answer.clone() : answer).text();

const withToken = (request: RequestInit, token: string): RequestInit => ({
  ...request,
  headers: { ...(request.headers as Record<string, string>), [CSRF_HEADER]: token },
});

async function readToken(): Promise<string> {
  csrfToken ??= fetch('/api/v1/csrf-token').then((answer) => answer.headers.get(CSRF_HEADER) ?? '');
  try {
    return await csrfToken;
  } catch (error) {
    // The next change requests the token again: the server may be reachable by then.
    csrfToken = undefined;
    throw error;
  }
}

/** The options of a query that calls a reading operation. The key of the query is the route literal with the input. */
export const readQuery = <R extends Route>(route: R, input: InputOf<R>) =>
  queryOptions({
    queryKey: [route, input] as const,
    queryFn: async ({ signal }) => (await api.call(route, { ...input, signal } as InputOf<R>)).body as BodyOfAnswer<R>,
  });

/** Options of `useRead`. */
export type ReadOptions<R extends Route> = {
  /** Reads only when this is true. */
  enabled?: boolean;
  /** Returns the milliseconds until the next read while the page is visible, computed from the last answer; false: no further read. */
  every?: (body: BodyOfAnswer<R> | undefined) => number | false;
};

/** Calls a reading operation: `useRead('GET /processing/executions/{executionId}', { path: { executionId } })`. */
export const useRead = <R extends Route>(
  route: R,
  input: InputOf<R>,
  { enabled = true, every }: ReadOptions<R> = {},
): UseQueryResult<BodyOfAnswer<R>> => {
  const select = sorterOf<BodyOfAnswer<R>>(route, useLanguage());
  return useQuery({
    ...readQuery(route, input),
    enabled,
    ...(select && { select }),
    refetchInterval: (query) => every?.(query.state.data as BodyOfAnswer<R> | undefined) ?? false,
  }) as UseQueryResult<BodyOfAnswer<R>>;
};

/** Options of `useChange`. */
export type ChangeOptions<R extends Route> = {
  /** Routes that are read again after the change. */
  refreshes?: readonly Route[];
  /** The text that the page shows for a moment after the change. */
  notice?: string;
  onDone?: (body: BodyOfAnswer<R>) => void;
};

/**
 * Calls a changing operation, by default with the client of the page: `const stop = useChange('DELETE /processing/executions/{executionId}')`, then
 * `stop.mutate({ path: { executionId } })`.
 */
export function useChange<R extends Route>(
  route: R,
  { refreshes = [], notice, onDone }: ChangeOptions<R> = {},
  caller: Pick<typeof api, 'call'> = api,
): UseMutationResult<BodyOfAnswer<R>, Error, InputOf<R>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: InputOf<R>) => (await caller.call(route, input)).body as BodyOfAnswer<R>,
    onSuccess: async (body) => {
      await Promise.all(refreshes.map((refresh) => client.invalidateQueries({ queryKey: [refresh] })));
      if (notice !== undefined) toast(notice);
      onDone?.(body);
    },
  });
}

/** Whether an error is a refusal: an answer of the server with a status below 500. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** Whether an error says that the person lacks a permission or a right. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** Whether an error says that the session has ended. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Whether an error is temporary: the server cannot be reached or cannot serve at the moment. */
const isTemporary = (error: unknown): boolean => error instanceof UnreachableError || (error instanceof ApiError && error.status === 503);

/** What tells a page what its person may do. */
const OWN_ACCESS = ['GET /account/me', 'GET /security/permissions/own'] as const satisfies readonly Route[];

/** Creates the cache of answers. It calls `onSession` with false when an answer says that the session has ended, and with true when there is one again. */
export function createQueryClient(onSession: (exists: boolean) => void): QueryClient {
  let exists = true;
  const onError = (error: unknown): void => {
    if (!isSignedOut(error)) return;
    exists = false;
    onSession(exists);
  };
  // Another tab may have signed in after this one lost its session. What was refused meanwhile is read again.
  const onSuccess = (): void => {
    if (exists) return;
    exists = true;
    onSession(exists);
    void client.invalidateQueries({ predicate: ({ state }) => isSignedOut(state.error) });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess }),
    mutationCache: new MutationCache({
      onError(error) {
        onError(error);
        // A right or permission may have been withdrawn since the page has read what the person may do.
        if (isForbidden(error)) for (const route of OWN_ACCESS) void client.invalidateQueries({ queryKey: [route] });
      },
    }),
    defaultOptions: {
      queries: {
        // Parts of a page that read the same at nearly the same time share one answer.
        staleTime: 2000,
        // A restart of the server takes less than the minute and a half of these attempts.
        retry: (failures, error) => isTemporary(error) && failures < 20,
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 5000),
        // A browser may report that it is offline although it can reach a server on its own machine.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
