/** A load that issues access tokens of a service account, and uses each of them at all servers until it expires. */
import assert from 'node:assert/strict';
import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@millrace/contract/client';
import type { ControlPlanes } from './control-planes.ts';

/** The counts of a load: tokens, the keys that signed them, uses, and the reasons of refusals. */
export type TokenCounts = { issued: number; keys: number; accepted: number; rejected: string[] };

type Token = { text: string; kid: string };

/** Loops that issue and use tokens at the same time. */
const LOOPS = 2;
/** Milliseconds between two passes of a loop, so that the servers in this process also get to work. */
const PAUSE = 40;

/** Starts the load. */
export async function startTokenLoad(planes: ControlPlanes): Promise<{
  /** Drops the tokens of all keys but the newest, as if they had expired, and waits for the uses that have begun. */
  forgetExpired(): Promise<void>;
  /** Waits until the newest key has signed a token, and every server has had time to accept it. */
  untilUsed(): Promise<void>;
  stop(): Promise<TokenCounts>;
}> {
  const administrator = await planes.make.administratorToken();
  const { body: account } = await planes.call(administrator, (client) =>
    client.call('POST /account/service-accounts', { body: { name: 'rotated', permissions: [] } }),
  );
  const authorization = `Basic ${Buffer.from(`${account.id}:${account.secret}`).toString('base64')}`;
  const seen = { issued: 0, accepted: 0, rejected: [] as string[], keys: new Map<string, number>() };
  let tokens: Token[] = [];
  const stopping = new AbortController();
  let passes = 0;

  const issue = async (): Promise<void> => {
    const { status, body } = await planes.at(async (url) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(`${url}/security/oauth/token`, { method: 'POST', headers, body: '{"grant_type":"client_credentials"}' });
      return { status: answer.status, body: (await answer.json()) as { access_token: string } };
    });
    if (status !== 200) return void seen.rejected.push(`a request for a token: ${status} ${JSON.stringify(body)}`);
    const text = body.access_token;
    const { kid } = JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString()) as { kid: string };
    seen.issued += 1;
    seen.keys.set(kid, (seen.keys.get(kid) ?? 0) + 1);
    tokens.push({ text, kid });
  };
  const use = async ({ text }: Token): Promise<void> => {
    try {
      await planes.call(text, (client) => client.call('GET /account/me'));
      seen.accepted += 1;
    } catch (error) {
      seen.rejected.push(error instanceof ApiError ? `a use: ${error.status} ${error.message}` : `a use: ${String(error)}`);
    }
  };
  /** Checks a token as another program does, by the published keys. */
  const check = async ({ text, kid }: Token): Promise<void> => {
    const { keys } = await planes.at(async (url) => (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: JsonWebKey[] });
    const jwk = keys.find((key) => key['kid'] === kid);
    if (!jwk) return void seen.rejected.push('a key that signs is not published');
    const [head, body, signature = ''] = text.split('.');
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const isValid = verify(
      'sha384',
      Buffer.from(`${head}.${body}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!isValid) seen.rejected.push('a signature does not fit the published key');
  };
  const loops = Array.from({ length: LOOPS }, async () => {
    while (!stopping.signal.aborted) {
      await issue();
      const some = [tokens.at(-1), ...[1, 2, 3].map(() => tokens[Math.floor(Math.random() * tokens.length)])].flatMap((one) => one ?? []);
      for (const token of some) await use(token);
      if (some[0]) await check(some[0]);
      passes += 1;
      await wait(PAUSE);
    }
  });
  const untilPasses = async (count: number): Promise<void> => {
    const end = passes + count;
    const isDone = (): boolean => passes >= end;
    while (!isDone()) await wait(5);
  };
  return {
    forgetExpired: async () => {
      const newest = tokens.at(-1)?.kid;
      tokens = tokens.filter(({ kid }) => kid === newest).slice(-1000);
      // Each loop may be in a pass that uses a removed token, and in the next one, which another loop may have started.
      await untilPasses(2 * LOOPS);
    },
    untilUsed: async () => {
      const before = new Set([...seen.keys.keys()].slice(0, -1));
      const endAt = performance.now() + 60_000;
      while ([...seen.keys.keys()].every((kid) => before.has(kid))) {
        assert.ok(performance.now() < endAt, 'no token of the newest key was issued');
        await wait(5);
      }
      await untilPasses(3 * LOOPS);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
      return { ...seen, keys: seen.keys.size };
    },
  };
}
