/** P7: access tokens for programs themselves (client_credentials), beside oidc-provider. */
import type { Comparison } from './contestant.ts';
import { startDatabaseServer, startPeer } from './processes.ts';
import { bench } from './harness.ts';
import { millraceTokens, providerTokens, TOKEN_CONNECTIONS, type TokenBench } from './tokens.ts';

const TARGET = 3000;

await bench('P7', 'access tokens for programs', async (stage) => {
  const seconds = stage.smoke ? 1 : stage.quick ? 3 : 10;
  const generator = await startPeer(stage, 'token-load', {});
  const shared = { database: await startDatabaseServer(stage), generator, grant: 'secret', seconds } as const;
  const comparison = (algorithm: TokenBench['algorithm'], note: string): Comparison => ({
    title: `client_credentials with a secret, tokens signed by ${algorithm}, ${TOKEN_CONNECTIONS} connections, ${seconds} s`,
    unit: 'tokens/s',
    better: 'more',
    contestants: [millraceTokens({ ...shared, algorithm }), providerTokens({ ...shared, algorithm })],
    target: {
      text: `${TARGET.toLocaleString('en')} tokens/s, and twice those of oidc-provider`,
      reached: (median) => median('Millrace') >= Math.max(TARGET, 2 * median('oidc-provider')),
    },
    notes: [
      'Both find the client in PostgreSQL for each request, and sign a JWT. Neither stores the token. Millrace also looks for the bot user.',
      note,
    ],
  });
  return [
    comparison('ES384', 'The default. One signature costs about a millisecond of processor time, which bounds both.'),
    comparison('ES256', 'MILLRACE_TOKEN_ALGORITHM=ES256.'),
  ];
});
