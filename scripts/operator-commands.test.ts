// run: own process, in test:all because it starts programs
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { programEnvironment } from '../packages/server/test/support/program-environment.ts';
import { root } from './house/source-files.ts';

/** Commands that change or delete something of an install, or write into a folder. */
const COMMANDS = [
  'db:reset',
  'migrate',
  'rotate:key',
  'rotate:token',
  'admin:link',
  'allowlist',
  'retry:events',
  'backup',
  'restore',
  'fail-over',
  'pack',
];

test('an option that a command does not have is refused with the usage, before anything is changed', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-operator-commands-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { MILLRACE_TEST_DATABASE_URL: database = '' } = process.env;
  for (const command of COMMANDS) {
    const file = `${command.replace(':', '-')}.ts`;
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts', file), '--help'], {
      cwd: folder,
      env: { ...programEnvironment(), HOME: folder, MILLRACE_HOME: join(folder, 'home'), DATABASE_URL: database },
      encoding: 'utf8',
    });
    assert.deepEqual([status, stdout], [1, ''], command);
    assert.match(stderr, new RegExp(`^Unknown option '--help'\\. Use npm run ${command}\\b.*\\.\\n$`));
  }
  assert.deepEqual(readdirSync(folder), []);
});

test('rotate:key and audit:verify without a key are refused with what to set, and create none', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-operator-commands-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const missing = join(folder, 'missing');
  for (const [script, home, message] of [
    [
      'rotate-key',
      missing,
      `There is no folder ${missing}: set MILLRACE_HOME to the home folder of the server, or MILLRACE_KEY to its key.`,
    ],
    ['rotate-key', folder, `${folder} holds no key: set MILLRACE_KEY to the key of the server, or MILLRACE_HOME to its home folder.`],
    ['audit-verify', folder, `${folder} holds no key: set MILLRACE_KEY to the key of the server, or MILLRACE_HOME to its home folder.`],
  ] as const) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts', `${script}.ts`)], {
      // It is not reached.
      env: { ...programEnvironment(), HOME: folder, MILLRACE_HOME: home, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      encoding: 'utf8',
    });
    assert.deepEqual([status, stdout, stderr], [1, '', `${message}\n`], script);
  }
  assert.deepEqual(readdirSync(folder), []);
});
