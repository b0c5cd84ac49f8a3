/** P7: access tokens for programs themselves (client_credentials), beside oidc-provider. */
import { startDatabaseServer } from './database.ts';
import { bench } from './harness.ts';
import { startPeer } from './processes.ts';
import { millraceTokens, providerTokens, TOKEN_CONNECTIONS, type TokenBench } from './tokens.ts';

const TARGET = 3000;

await bench('P7', 'access tokens for programs', async (stage) => {
  const seconds = stage.smoke ? 1 : stage.quick ? 3 : 10;
  const generator = await startPeer(stage, 'token-load', {});
  const setting: TokenBench = { stage, database: await startDatabaseServer(stage), generator, grant: 'secret', seconds };
  return [
    {
      title: `client_credentials with a secret, ${TOKEN_CONNECTIONS} connections, ${seconds} s`,
      unit: 'tokens/s',
      better: 'more',
      contestants: [millraceTokens(setting), providerTokens(setting)],
      target: {
        text: `${TARGET.toLocaleString('en')} tokens/s, and twice those of oidc-provider`,
        reached: (median) => median('Millrace') >= Math.max(TARGET, 2 * median('oidc-provider')),
      },
      notes: [
        'Both find the client in PostgreSQL for each request, and sign a JWT by ES384. Neither stores the token. Millrace also looks for the bot user.',
        'A signature by ES384 costs about a millisecond of processor time with the OpenSSL of Node 24, which bounds both: see the notes of ADR 53.',
      ],
    },
  ];
});
