/** P8: tokens by signed assertions that are used once, and by refresh tokens that rotate, beside oidc-provider; and the check of our own access tokens. */
import { bearerCheck } from './bearer-check.ts';
import { startDatabaseServer } from './database.ts';
import type { Comparison } from './comparison.ts';
import { bench } from './harness.ts';
import { startPeer } from './processes.ts';
import { millraceTokens, providerTokens, TOKEN_CONNECTIONS, type TokenGrant } from './tokens.ts';

const TARGET = 1500;
const CHECK_TARGET = 50;

await bench('P8', 'tokens by assertions and refresh tokens', async (stage) => {
  const seconds = stage.smoke ? 1 : stage.quick ? 3 : 10;
  const shared = { stage, database: await startDatabaseServer(stage), generator: await startPeer(stage, 'token-load', {}), seconds };
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
