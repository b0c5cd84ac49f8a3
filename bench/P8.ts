/** P8: tokens by signed assertions that are used once, and by refresh tokens that rotate, beside oidc-provider; and the check of our own access tokens. */
import type { Comparison, Contestant, Stage } from './contestant.ts';
import { type DatabaseServer, startDatabaseServer, type PeerProcess, startPeer } from './processes.ts';
import { bench } from './harness.ts';
import { startMillrace } from './millrace.ts';
import type { BearerOrder } from './peers/bearer-check.ts';
import { createBenchClient, grantsOf, millraceTokens, providerTokens, TOKEN_CONNECTIONS, type TokenGrant } from './tokens.ts';

const TARGET = 1500;
const CHECK_TARGET = 50;
/** The number of checks of each token in a measurement, by kind. The check of a signature takes a thousand times as long as a lookup in memory. */
const ROUNDS = { whole: 2000, known: 20_000, new: 50 } as const;

const PARTS = { known: 'the text of a known token', new: 'the text of a new token, with its signature (ES384)' } as const;

await bench('P8', 'tokens by assertions and refresh tokens', async (stage) => {
  const seconds = stage.smoke ? 1 : stage.quick ? 3 : 10;
  const shared = { database: await startDatabaseServer(stage), generator: await startPeer(stage, 'token-load', {}), seconds };
  const comparison = (grant: TokenGrant, title: string, notes: readonly string[]): Comparison => ({
    title: `${title}, ${TOKEN_CONNECTIONS} connections, ${seconds} s`,
    unit: 'tokens/s',
    better: 'more',
    contestants: [millraceTokens({ ...shared, grant, algorithm: 'ES256' }), providerTokens({ ...shared, grant, algorithm: 'ES256' })],
    target: { text: `${TARGET.toLocaleString('en')} tokens/s`, reached: (median) => median('Millrace') >= TARGET },
    notes: [...notes, 'Both sign access tokens by ES256 (MILLRACE_TOKEN_ALGORITHM); P7 shows what ES384 costs.'],
  });
  return [
    comparison('assertion', 'client_credentials with private_key_jwt (RS256)', [
      'Both store the id of each assertion with a durable commit, and refuse it a second time. Millrace commits those of simultaneous requests together.',
    ]),
    comparison('refresh', 'refresh_token with rotation', [
      'Each connection exchanges its newest refresh token. Both store the next one and mark the former as used, with durable commits.',
      'Millrace replaces the tokens of simultaneous requests by one statement.',
    ]),
    {
      title: `the check of an access token of an OAuth client, ${TOKEN_CONNECTIONS} at once, in one process`,
      unit: 'µs of processor time',
      better: 'less',
      decimals: 1,
      contestants: [bearerCheck(stage, shared.database)],
      target: { text: `less than ${CHECK_TARGET} µs`, reached: (median) => median('Millrace') < CHECK_TARGET },
      notes: [
        'The figure is for tokens that the process knows: their text, and account, client, grant and scopes by a statement that simultaneous checks share. It excludes the processor time of PostgreSQL, and HTTP.',
        'One check at a time needs a statement of its own. A process checks the signature of a token once.',
      ],
    },
  ];
});

/** Measures how Millrace checks tokens: one token of each grant, as for requests that arrive at the same time. */
function bearerCheck(stage: Stage, database: DatabaseServer): Contestant {
  const share = stage.smoke ? 100 : stage.quick ? 5 : 1;
  const parts = new Map<string, number>();
  let peer: PeerProcess;
  let tokens: string[];
  const measure = (kind: BearerOrder['kind'], rounds: number, checked = tokens): Promise<number> =>
    peer.ask<number>({ tokens: checked, kind, rounds: Math.ceil(rounds / share) } satisfies BearerOrder);
  return {
    name: 'Millrace',
    start: async (turn) => {
      const databaseUrl = await database.create('bearer', turn);
      const server = await startMillrace(turn, databaseUrl, 'none');
      const { id, secret } = await createBenchClient(server, { allowedAuthMethods: ['client_secret'] });
      tokens = await Promise.all((await grantsOf(server, id)).map((token) => accessTokenOf(server.url, { id, secret }, token)));
      await server.stop();
      peer = await startPeer(turn, 'bearer-check', { DATABASE_URL: databaseUrl, KEY: server.key });
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
  };
}

async function accessTokenOf(url: string, { id, secret }: { id: string; secret: string }, refreshToken: string): Promise<string> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: id, client_secret: secret };
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await response.text();
  if (!response.ok) throw new Error(`The token endpoint answers ${response.status}: ${text}`);
  return (JSON.parse(text) as { access_token: string }).access_token;
}
