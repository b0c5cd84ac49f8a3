import type { ClientOptions } from '@millrace/contract/client';

import { sleep } from '../../shell.ts';

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
