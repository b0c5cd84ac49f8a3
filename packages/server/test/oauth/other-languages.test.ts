// run: own process, in test:all because it starts programs in other languages
/** Published client libraries of Python and Go, if their runtimes and the libraries are installed. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestServer } from '../support/server.ts';
import { endsWell, printedBy, checkSignIn, type ClientProgram } from './program.ts';

const server = await startTestServer();
const programs = fileURLToPath(new URL('programs/', import.meta.url));
const PROOFS = ['client_secret_basic', 'client_secret_post', 'none'];
const insecure = { AUTHLIB_INSECURE_TRANSPORT: '1', OAUTHLIB_INSECURE_TRANSPORT: '1' };

const PYTHON = { authlib: 'authlib, requests', 'requests-oauthlib': 'requests_oauthlib' };

const folder = await mkdtemp(join(tmpdir(), 'millrace-go-'));
after(() => rm(folder, { recursive: true, force: true }));
await cp(join(programs, 'oauth2-client.go'), join(folder, 'main.go'));
await writeFile(join(folder, 'go.mod'), 'module client\n\ngo 1.25.0\n\nrequire golang.org/x/oauth2 v0.37.0\n');
const offline = { GOPROXY: 'off', GOFLAGS: '-mod=mod', GOSUMDB: 'off', GOTOOLCHAIN: 'local', HOME: process.env['HOME'] ?? folder };
const go = (...args: string[]): ClientProgram => ({ command: 'go', args, environment: offline, folder });

// All tests are registered at once, because the server would end with the last registered test.
const [hasGo, ...hasPython] = await Promise.all([
  endsWell(go('list', '-deps', '.')),
  ...Object.values(PYTHON).map((modules) => endsWell({ command: 'python3', args: ['-c', `import ${modules}`] })),
]);

for (const [index, name] of Object.keys(PYTHON).entries())
  for (const proof of PROOFS)
    test(
      `${name} signs a person in with ${proof}`,
      { skip: hasPython[index] ? false : `${name} is not installed for python3; "pip install ${name} requests" adds it` },
      async () => {
        const program = { command: 'python3', args: [join(programs, `${name}-client.py`)], environment: insecure };
        assert.equal((await checkSignIn(server, program, proof)).active, proof === 'none' ? null : true);
      },
    );

for (const proof of [...PROOFS, 'automatic'])
  test(
    `golang.org/x/oauth2 signs a person in with ${proof}`,
    { skip: hasGo ? false : 'go with golang.org/x/oauth2 v0.37.0 in its module cache is not installed; "go get" in a module adds it' },
    async () => {
      await printedBy(go('build', '-o', 'client', '.'));
      await checkSignIn(server, { command: join(folder, 'client'), args: [] }, proof);
    },
  );
