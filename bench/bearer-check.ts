/** The contestant of P8 that checks access tokens of OAuth clients. */
import type { Contestant } from './comparison.ts';
import type { DatabaseServer } from './database.ts';
import type { Stage } from './harness.ts';
import { startMillrace } from './millrace.ts';
import type { BearerOrder } from './peers/bearer-check.ts';
import { startPeer, type PeerProcess } from './processes.ts';
import { createBenchClient, grantsOf } from './tokens.ts';

/** The number of checks of each token in a measurement, by kind. The check of a signature takes a thousand times as long as a lookup in memory. */
const ROUNDS = { whole: 2000, known: 20_000, new: 50 } as const;

const PARTS = { known: 'the text of a known token', new: 'the text of a new token, with its signature (ES384)' } as const;

/** Measures how Millrace checks tokens: one token of each grant, as for requests that arrive at the same time. */
export function bearerCheck(stage: Stage, database: DatabaseServer): Contestant {
  const share = stage.smoke ? 100 : stage.quick ? 5 : 1;
  const parts = new Map<string, number>();
  let peer: PeerProcess;
  let tokens: string[];
  const measure = (kind: BearerOrder['kind'], rounds: number, checked = tokens): Promise<number> =>
    peer.ask<number>({ tokens: checked, kind, rounds: Math.ceil(rounds / share) } satisfies BearerOrder);
  return {
    name: 'Millrace',
    start: async () => {
      const databaseUrl = await database.create('bearer');
      const server = await startMillrace(stage, databaseUrl, 'none');
      const { id, secret } = await createBenchClient(server, { allowedAuthMethods: ['client_secret'] });
      tokens = await Promise.all((await grantsOf(server, id)).map((token) => accessTokenOf(server.url, { id, secret }, token)));
      await server.stop();
      peer = await startPeer(stage, 'bearer-check', { DATABASE_URL: databaseUrl, KEY: server.key });
    },
    run: async () => {
      for (const kind of ['known', 'new'] as const) {
        await measure(kind, ROUNDS[kind] / 10);
        parts.set(PARTS[kind], await measure(kind, ROUNDS[kind]));
      }
      await measure('whole', ROUNDS.whole / 10);
      parts.set('the whole check, one at a time', await measure('whole', ROUNDS.whole, tokens.slice(0, 1)));
      return measure('whole', ROUNDS.whole);
    },
    parts: () => parts,
    stop: async () => peer?.stop(),
  };
}

async function accessTokenOf(url: string, { id, secret }: { id: string; secret: string }, refreshToken: string): Promise<string> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: id, client_secret: secret };
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await response.text();
  if (!response.ok) throw new Error(`The token endpoint answers ${response.status}: ${text}`);
  return (JSON.parse(text) as { access_token: string }).access_token;
}
