/** Calls every control plane all the time, past the balancer: for a read, for a write, and whether it is ready. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Estate } from './estate.ts';
import type { Stopwatch } from './stopwatch.ts';

/** What a process said of itself. */
export type Seen = { status: number; health: string; reason: string };

/** Calls that go on. */
export type Watching = {
  /** Seconds until every process has been seen so since now; those given where it does not come about. */
  until(isSo: (seen: Seen) => boolean, seconds: number): Promise<number>;
  /** Whether a read that is refused from now on counts. */
  readsMustSucceed(must: boolean): void;
  counts: { otherwise: number; withoutRetryAfter: number; readsRefused: number };
  stop(): Promise<void>;
};

const PAUSE = 200;
/** Milliseconds after which a call is given up; far longer than any may take. */
const GIVEN_UP = 60_000;

/** Begins to call. */
export async function watchPlanes({ planes, client }: Estate, stopwatch: Stopwatch): Promise<Watching> {
  const counts = { otherwise: 0, withoutRetryAfter: 0, readsRefused: 0 };
  const token = (await planes[0]?.token()) ?? '';
  const { body: environments } = await client.call('GET /orchestration/environments');
  const environment = environments[0]?.id ?? '';
  const looks = new Set<(plane: number, seen: Seen) => void>();
  let readsMustSucceed = false;
  const stopping = new AbortController();

  const ask = (what: string, plane: number, path: string, request: RequestInit = {}): Promise<Response | undefined> =>
    stopwatch.time(what, () =>
      fetch(`${planes[plane]?.url}${path}`, {
        ...request,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(GIVEN_UP),
      }).then(
        async (answer) => new Response(await answer.text(), { status: answer.status, headers: answer.headers }),
        () => undefined,
      ),
    );
  const judge = (answer: Response | undefined, right: number): void => {
    if (answer?.status !== right && answer?.status !== 503) counts.otherwise += 1;
    if (answer?.status === 503 && !answer.headers.has('retry-after')) counts.withoutRetryAfter += 1;
  };
  const rounds: readonly ((plane: number, number: number) => Promise<void>)[] = [
    async (plane) => {
      const answer = await ask('readiness', plane, '/readyz');
      judge(answer, 200);
      const body = (await answer?.json().catch(() => ({}))) as { status?: string; reason?: string };
      for (const look of looks) look(plane, { status: answer?.status ?? 0, health: body?.status ?? '', reason: body?.reason ?? '' });
    },
    async (plane) => {
      const mustSucceed = readsMustSucceed;
      const answer = await ask('read', plane, '/orchestration/environments');
      judge(answer, 200);
      if (mustSucceed && readsMustSucceed && answer?.status !== 200) counts.readsRefused += 1;
    },
    async (plane, number) => {
      const body = JSON.stringify({ name: `of plane ${plane}, ${number}`, environmentId: environment });
      judge(await ask('write', plane, '/orchestration/workspaces', { method: 'POST', body }), 201);
    },
  ];
  const going = planes.flatMap((_, plane) =>
    rounds.map(async (round) => {
      for (let number = 0; !stopping.signal.aborted; number += 1) {
        await round(plane, number);
        await wait(PAUSE);
      }
    }),
  );
  return {
    counts,
    readsMustSucceed: (must) => void (readsMustSucceed = must),
    stop: async () => {
      stopping.abort();
      await Promise.all(going);
    },
    until: (isSo, seconds) => {
      const began = performance.now();
      const told = new Set<number>();
      const { promise, resolve } = Promise.withResolvers<number>();
      const look = (plane: number, seen: Seen): void => {
        if (isSo(seen)) told.add(plane);
        const passed = (performance.now() - began) / 1000;
        if (told.size < planes.length && passed < seconds) return;
        looks.delete(look);
        resolve(passed);
      };
      looks.add(look);
      return promise;
    },
  };
}
