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
