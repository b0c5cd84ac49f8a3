/**
 * The tests that run the commands of the pages. `packages/server/test/contract/commands.test.ts` checks that this list and the pages have the same
 * commands.
 */

/** Commands, or all blocks of a page; with the test or CI step that runs them, or the reason why no test does. */
export type CommandRun = ({ commands: readonly string[] } | { blocksOf: string }) &
  (
    | {
        /** The test or workflow file that runs the commands. */
        in: string;
        /** A text in that file that shows that it runs the commands; default: the commands, or the name of the page whose blocks it reads. */
        says?: string;
        /** The variant of the commands that the file runs, if it is not exactly the same. */
        instead?: string;
      }
    | {
        /** For commands that no test runs: the sentence with the reason, which each page that shows them in a block must contain. */
        untried: string;
      }
  );

const reader = 'scripts/fresh-clone/readme.test.ts';
const contributor = 'scripts/fresh-clone/commands.test.ts';
const engine = 'packages/engine/src/main.test.ts';
const installed = 'packages/engine/test/installed.test.ts';
const packed = 'scripts/packing/packed-packages.test.ts';
const commandLine = 'packages/server/test/journeys/command-line.test.ts';
const bundleRun = 'packages/cli/src/commands/bundle/run.test.ts';
const noServices = 'No unit was started';

/** All commands. A page whose test reads its blocks needs one row: `{ blocksOf: 'docs/….md', in: '….test.ts' }`. */
export const COMMAND_RUNS: readonly CommandRun[] = [
  { commands: ['npm test'], in: '.ci/run' },
  { commands: ['npm run test:all'], in: '.ci/run', says: 'run npm run test:all -- --rest', instead: 'with --rest, after npm test' },
  {
    commands: ['npm test -- packages/console'],
    in: '.ci/run',
    says: 'run npm run test:all -- --rest',
    instead: 'without a word: CI runs all tests',
  },
  { commands: ['npm run pictures'], in: 'scripts/pictures/pictures.test.ts', says: `run('pictures'` },
  { commands: ['npm run dev:console'], in: 'packages/console/test/dev-server.test.ts' },
  { commands: ['npm test -- bench/P fresh-clone'], in: '.ci/run' },
  {
    commands: ['npm test -- schedules', 'npm run check -- schedules'],
    in: contributor,
    says: 'npm run check -- scripts/house',
    instead: 'with another word, as a part of npm run check',
  },

  { commands: ['npm start', 'npm start -- --demo', 'npm run build:examples'], in: reader },
  {
    commands: ['artifact publish examples/shell/build/shell.zip', 'task create hello --artifact hello --parameter who=Ada', 'task run hello --follow', 'execution list'].map((words) => `npm run -s millrace -- ${words}`), // prettier-ignore
    in: reader,
    says: `blockOf('README.md', 'npm run -s millrace -- artifact publish'`,
  },
  {
    commands: [
      `curl -s -X PUT -H "$auth" -H 'Content-Type: application/json' "$api/orchestration/executables/tasks/$task/run-config" -d '{"trigger":{"type":"MANUAL"},"runtime":{"type":"CLOUD"}}'`,
      'curl -s -H "$auth" "$api/processing/executions/$execution"',
      'curl -s -H "$auth" "$api/monitoring/executions/$execution/logs?order=ASC"',
    ],
    in: reader,
    says: `blockOf('README.md', 'api=http'`,
  },
  ...['shell', 'load-airports', 'job-archive'].map((name) => ({
    blocksOf: `examples/${name}/README.md`,
    in: reader,
    says: `exampleBlock('${name}')`,
  })),
  {
    blocksOf: 'docs/cli.md',
    in: 'packages/cli/src/command-tree.test.ts',
    instead: 'the words of each example; packages/server/test/journeys/command-line-*.test.ts run the commands',
  },
  { commands: ['npm run release -- 0.1.0', 'npm run release -- <version> --prepare', 'npm run release -- <version> --tag'], in: 'scripts/releasing/release.test.ts', says: "run('--tag')", instead: 'their script, in a copy of the repository' }, // prettier-ignore
  {
    commands: [
      'npm run allowlist -- off',
      'npm run retry:events',
      'npm run rotate:token',
      'npm run rotate:key',
      'npm run db:reset',
      'openssl rand -base64 32',
    ],
    in: reader,
  },
  {
    commands: [
      'millrace export',
      'millrace diff',
      'millrace apply',
      'millrace export estate',
      'millrace diff estate',
      'millrace apply estate',
      'millrace apply estate --yes --secrets-file secrets.yaml',
    ],
    in: 'packages/server/test/journeys/command-line-estate.test.ts',
    says: `['apply', estate, '--yes'`,
  },
  {
    commands: [
      'millrace import',
      'millrace import moved --from https://api.example.com --token-file token.txt',
      'millrace diff moved',
      'millrace apply moved --secrets-file secrets.yaml',
    ],
    in: 'packages/server/test/journeys/command-line-import.test.ts',
    says: `['import', moved, '--from'`,
    instead: 'with the address of an install, and secrets in the environment',
  },
  { commands: ['npm run migrate'], in: 'packages/server/src/migrate-install.test.ts', says: `run('migrate', settings)`, instead: 'the program of the image runs the same script' }, // prettier-ignore
  { commands: ['npm run test:kubernetes'], untried: 'on a cluster' },
  { commands: ['npm run docs:site'], in: 'packages/manual/test/docs-site.test.ts', says: 'scripts/docs-site.ts' },
  { commands: ['npm run sbom'], in: 'deploy/test/sbom.test.ts' },
  { commands: ['npm run admin:link'], in: 'packages/server/src/administrator-link.test.ts', says: 'scripts/admin-link.ts' },
  { commands: ['npm run millrace -- --help'], in: reader },
  { commands: ['millrace engine list'], in: reader, says: 'npm run -s millrace -- engine list' },
  {
    commands: ['millrace artifact publish examples/shell/build/shell.zip'],
    in: reader,
    says: `blockOf('README.md', 'npm run -s millrace -- artifact publish'`,
  },
  {
    commands: ['millrace task create hello --artifact hello', 'millrace task run hello --follow'],
    in: commandLine,
    says: `'task', 'create', 'hello'`,
  },
  { commands: ['millrace explain', 'millrace explain <id>'], in: commandLine, says: `'explain', execution.executionId` },
  {
    commands: ["millrace explain access 'POST /processing/executions' --user ada --id 01985b5e-7d5c-7000-8000-2d3c5a9f1b42"],
    in: commandLine,
    says: `'explain', 'access'`,
    instead: 'with an operation and an id of the journey, about its caller',
  },
  { commands: ['millrace engine pair'], in: reader, says: 'npm run -s millrace -- engine pair' },

  { commands: ['npm run where -- "POST /orchestration/schedules/42/triggers"'], in: contributor },
  { commands: ['npm run where -- "POST /…"'], in: contributor, says: 'npm run where -- "POST ' },
  {
    commands: ['npm run new:endpoint -- "POST /…" SVC_OPERATOR', 'npm run new:endpoint -- "METHOD /path" <permission>', 'npm run new:endpoint -- "POST /…" <permission>'], // prettier-ignore
    in: contributor,
    says: 'npm run new:endpoint -- "GET /processing/executions/{executionId}" signed-in',
  },
  { commands: ['npm run check'], in: contributor, says: 'npm run check -- scripts/house', instead: 'with a word: CI runs all tests' },
  { commands: ['npm run generate', 'npm run docs', 'npm run pack:engine'], in: contributor },
  { commands: ['npm run pack'], in: packed, says: `join(root, 'scripts', 'pack.ts')`, instead: 'its script' },
  { commands: ['npm install --global'], in: installed, says: `'--global'` },
  { commands: ['npm install', 'npm install <tarball>'], in: packed, says: `run('npm', ['install'` },
  { commands: ['npx millrace'], in: packed, says: `run('npx', ['--offline', 'millrace'` },
  {
    commands: [
      'npx --package <file> millrace',
      'npx --package <file of the command line> --package <file of the engine> millrace bundle run .',
    ],
    in: packed,
    says: `['--package', fileOf(name)]`,
  },
  {
    commands: ['npm install --global millrace-engine-0.1.0.tgz'],
    in: contributor,
    says: `blockOf('docs/engines.md', 'npm run pack:engine'`,
  },
  { commands: ['node packages/cli/src/main.ts --help'], in: contributor },
  { commands: ['node packages/engine/src/main.ts', 'node --max-semi-space-size=2'], in: contributor },
  {
    commands: ['node --test "packages/engine/src/**/*.test.ts"'],
    in: contributor,
    says: 'node --test "packages/engine/src/masking/*.test.ts"',
    instead: 'a part of these tests: CI runs them all',
  },

  {
    commands: ['npm run bench -- --smoke', 'npm run bench -- P1 --smoke'],
    in: 'bench/P1.test.ts',
    says: 'startsAndCalls',
    instead: 'each bench by a test of its own',
  },
  { commands: ['npm run bench -- P1', 'npm run bench -- P1 --rounds 9', 'npm run bench -- P1 --quick'], in: 'bench/P1.test.ts', says: `startsAndCalls(t, 'P1')`, instead: 'with --smoke' }, // prettier-ignore
  { commands: ['npm run bench -- P12 --minutes 3'], in: 'bench/P12.test.ts', says: `startsAndCalls(t, 'P12')`, instead: 'with --smoke' },
  { commands: ['npm run bench -- P8'], in: 'bench/P8.test.ts', says: `startsAndCalls(t, 'P8')`, instead: 'with --smoke' },
  { commands: ['npm run bench -- P1 --beside ../old'], in: 'bench/P1b.test.ts', says: `'--beside'`, instead: 'with --smoke, and P1b' },
  { commands: ['npm run soak -- 2', 'npm run soak -- 2 --short', 'npm run soak -- 2 --seed 11'], in: 'soak/row-2.test.ts', says: `passesInShort(t, 2, '--seed', '11')` }, // prettier-ignore
  { commands: ['npm run soak -- 2 --minutes 3'], in: 'soak/row-6.test.ts', says: `'--minutes'`, instead: 'row 6, for less than a minute' },
  { commands: ['npm run soak -- k'], untried: 'It does not run row k' },
  { commands: ['npm run soak -- 3 --smoke'], in: 'soak/test-rounds.test.ts', says: 'passesInSmoke(t, row)' },

  {
    commands: ['millrace-engine pair https://millrace.example.com', 'millrace-engine pair https://millrace.example.com < key.txt', 'millrace-engine pair https://millrace.example.com --folder /var/lib/millrace-engine', 'millrace-engine …'], // prettier-ignore
    in: engine,
    says: `['pair', plane.url, '--folder', folder]`,
  },
  { commands: ['millrace-engine status'], in: engine, says: `['status', '--folder', folder]` },
  { commands: ['millrace-engine run --folder /var/lib/millrace-engine --capacity 4'], in: installed, says: `['run', '--folder', home]` },
  {
    commands: ['npm install --global millrace-engine-<new>.tgz', 'npm install --global --prefix /opt/millrace-engine-<new>'],
    in: installed,
    says: `'--prefix'`,
  },
  {
    commands: ['install -d -m 2770 -g etl /data/etl'],
    in: 'packages/engine/src/isolation/run-access.test.ts',
    says: `'install', ['-d', '-m', mode`,
    instead: 'with another group and folder',
  },
  {
    commands: [
      'install -m 644 deploy/millrace-engine.service /etc/systemd/system/',
      'install -d -m 711 /var/lib/millrace-engine',
      'systemctl enable --now millrace-engine',
      'systemctl start millrace-engine@b',
      'systemctl stop --no-block millrace-engine@a',
      'systemctl restart millrace-engine',
      'podman stop --time 330',
    ],
    untried: noServices,
  },
  { blocksOf: 'docs/bundles.md', in: 'packages/server/test/journeys/bundles-page.test.ts' },
  ...['first-run', 'python-job', 'night-plan', 'promotion'].map((name) => ({
    blocksOf: `docs/tutorials/${name}.md`,
    in: `packages/server/test/journeys/tutorial-${name}.test.ts`,
  })),
  {
    blocksOf: 'docs/tutorials/studio-job.md',
    in: 'packages/server/test/journeys/tutorial-studio-job.test.ts',
    instead: 'with the script that npm run build:examples runs',
  },
  {
    blocksOf: 'docs/tutorials/another-install.md',
    in: 'packages/server/test/journeys/tutorial-another-install.test.ts',
    instead: 'without npm start: the test starts the second server before',
  },
  {
    blocksOf: 'docs/tutorials/kubernetes.md',
    in: 'packages/server/test/journeys/tutorial-kubernetes.test.ts',
    instead: 'without the blocks with helm or kubectl; packages/engine/test/on-cluster does on a cluster what they do',
  },
  ...['new-version', 'give-rights', 'failed-run', 'limit-and-retry', 'rotate-secrets', 'use-from-ci'].map((name) => ({
    blocksOf: `docs/how-to/${name}.md`,
    in: 'packages/server/test/journeys/how-to-pages.test.ts',
  })),
  { commands: ['millrace bundle run', 'millrace bundle run <zip or folder>'], in: bundleRun, says: `'bundle', 'run', ...args` },
  { commands: ['millrace plan follow'], in: 'packages/server/test/journeys/command-line-plans.test.ts', says: `plan('follow', id)` },
  { commands: ['millrace bundle pack'], in: 'packages/cli/src/commands/bundle/pack.test.ts', says: `'bundle', 'pack', ...words` },
  { commands: ['npm run -s millrace -- bundle run examples/shell --parameter who=Ada'], in: reader },
  { commands: ['millrace … --follow'], in: commandLine, says: `'task', 'run', 'failing', '--follow'` },
  { commands: ['millrace execution stop'], in: commandLine, says: `'execution', 'stop', execution.executionId` },
  { commands: ['millrace trigger list-ownerless'], in: commandLine, says: `'trigger', 'list-ownerless'` },
  { commands: ['millrace trigger take-over'], in: commandLine, says: `'trigger', 'take-over'` },
  { blocksOf: 'docs/double.md', in: 'packages/server/test/journeys/double-page.test.ts' },
  { commands: ['npm start -- --double'], in: 'packages/server/test/journeys/double-page.test.ts', instead: 'its script' },
  { commands: ['npm run record', 'npm run replay'], in: 'packages/server/test/journeys/recordings.test.ts' },
  { blocksOf: 'docs/engine-protocol.md', in: 'packages/server/test/journeys/protocol-by-hand.test.ts' },

  {
    commands: ['npm run audit:verify', 'npm run audit:verify -- --head <seal>'],
    in: 'packages/server/test/journeys/backup.test.ts',
    says: `runCommand('audit-verify'`,
  },
  {
    commands: ['millrace login'],
    in: 'packages/server/test/journeys/command-line-login.test.ts',
    says: `millrace('login', '--device'`,
  },
  {
    commands: ['millrace oauth tokens', 'millrace oauth revoke'],
    in: 'packages/server/test/journeys/command-line-login.test.ts',
    says: `millrace('oauth', 'revoke'`,
  },
  {
    commands: ['millrace oauth doctor <client>'],
    in: 'packages/server/test/journeys/command-line-oauth.test.ts',
    says: `['oauth', 'doctor', 'Nightly report']`,
  },
  { blocksOf: 'docs/kubernetes.md', untried: 'CI runs those tests only on a machine that has the tools for a cluster' },
  {
    commands: ['millrace dynamic-engine status', 'millrace dynamic-engine unassign', 'millrace dynamic-engine delete'],
    untried: 'CI runs those tests only on a machine that has the tools for a cluster',
  },
  { blocksOf: 'docs/oauth.md', in: 'packages/server/test/journeys/oauth-page.test.ts' },
  { blocksOf: 'docs/operations.md', in: 'packages/server/test/journeys/operations-page.test.ts' },
  {
    commands: ['npm run backup', 'npm run verify'],
    in: 'packages/server/test/journeys/operations-page.test.ts',
    says: 'MILLRACE_HOME=/var/lib/millrace npm run backup -- /var/backups/millrace-monday',
  },

  {
    commands: ['sh CheckAirports/CheckAirports_run.sh --context_param output=good.csv'],
    in: 'examples/examples.test.ts',
    says: 'CheckAirports_run.sh',
  },
  { commands: ['sh hello.sh'], in: 'examples/examples.test.ts', says: 'manifest.run' },
  { commands: ['node main.ts'], in: 'examples/load-airports/load-airports.test.ts', says: 'runCommand' },
  {
    commands: ['npm install --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved'],
    in: contributor,
  },
];
