/** Calls every control plane continuously, without the balancer: a read, a write and a readiness check. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Installation } from './installation.ts';
import type { Stopwatch } from './stopwatch.ts';

/** The readiness of a process. */
export type Readiness = { status: number; health: string; reason: string };

/** The running calls and their results. */
export type Watching = {
  /** Waits until every process has met a condition once, but at most `seconds`. Returns the seconds that passed. */
  until(condition: (seen: Readiness) => boolean, seconds: number): Promise<number>;
  /** Sets whether all reads must succeed from now on, so that refused ones are counted. */
  setReadsExpected(expected: boolean): void;
  counts: { unexpected: number; withoutRetryAfter: number; readsRefused: number };
  stop(): Promise<void>;
};

/** Milliseconds between two calls of one kind to one control plane. */
const PAUSE = 200;
/** Milliseconds after which a call is aborted; much longer than any call may take. */
const CALL_TIMEOUT = 60_000;

/** Starts the calls, which end with `stop`. */
export async function watchControlPlanes({ planes, client }: Installation, stopwatch: Stopwatch): Promise<Watching> {
  const counts = { unexpected: 0, withoutRetryAfter: 0, readsRefused: 0 };
  const token = (await planes[0]?.token()) ?? '';
  const { body: environments } = await client.call('GET /orchestration/environments');
  const environment = environments[0]?.id ?? '';
  const observers = new Set<(plane: number, seen: Readiness) => void>();
  let readsExpected = false;
  const stopping = new AbortController();

  const call = (kind: string, plane: number, path: string, request: RequestInit = {}): Promise<Response | undefined> =>
    stopwatch.time(kind, () =>
      fetch(`${planes[plane]?.url}${path}`, {
        ...request,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(CALL_TIMEOUT),
      }).then(
        async (answer) => new Response(await answer.text(), { status: answer.status, headers: answer.headers }),
        () => undefined,
      ),
    );
  const checkStatus = (answer: Response | undefined, expected: number): void => {
    if (answer?.status !== expected && answer?.status !== 503) counts.unexpected += 1;
    if (answer?.status === 503 && !answer.headers.has('retry-after')) counts.withoutRetryAfter += 1;
  };
  const rounds: readonly ((plane: number, number: number) => Promise<void>)[] = [
    async (plane) => {
      const answer = await call('readiness', plane, '/readyz');
      checkStatus(answer, 200);
      const body = (await answer?.json().catch(() => ({}))) as { status?: string; reason?: string };
      for (const observer of observers)
        observer(plane, { status: answer?.status ?? 0, health: body?.status ?? '', reason: body?.reason ?? '' });
    },
    async (plane) => {
      const expectedBefore = readsExpected;
      const answer = await call('read', plane, '/orchestration/environments');
      checkStatus(answer, 200);
      if (expectedBefore && readsExpected && answer?.status !== 200) counts.readsRefused += 1;
    },
    async (plane, number) => {
      const body = JSON.stringify({ name: `of plane ${plane}, ${number}`, environmentId: environment });
      checkStatus(await call('write', plane, '/orchestration/workspaces', { method: 'POST', body }), 201);
    },
  ];
  const loops = planes.flatMap((_, plane) =>
    rounds.map(async (round) => {
      for (let number = 0; !stopping.signal.aborted; number += 1) {
        await round(plane, number);
        await wait(PAUSE);
      }
    }),
  );
  return {
    counts,
    setReadsExpected: (expected) => void (readsExpected = expected),
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
    until: (condition, seconds) => {
      const startedAt = performance.now();
      const reached = new Set<number>();
      const { promise, resolve } = Promise.withResolvers<number>();
      const observer = (plane: number, seen: Readiness): void => {
        if (condition(seen)) reached.add(plane);
        const passed = (performance.now() - startedAt) / 1000;
        if (reached.size < planes.length && passed < seconds) return;
        observers.delete(observer);
        resolve(passed);
      };
      observers.add(observer);
      return promise;
    },
  };
}
