// run: own process, waiting, in test:all because its load and its servers share one process, and its number of rotations comes from process.env
/**
 * Keys change under load: the key that signs tokens, and the key of the install by `npm run rotate:key`. All valid tokens and all rows can still be
 * used.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from '../../src/core/database/sql.ts';
import { rotateKeys } from '../../src/rotate-keys.ts';
import { runTimer } from '../support/background.ts';
import { runCommand } from '../support/command.ts';
import { Install } from '../support/install.ts';
import { startControlPlanes } from '../support/control-planes.ts';
import { startSecretLoad } from '../support/secret-load.ts';
import { startTokenLoad } from '../support/token-load.ts';

const rotations = Number(process.env['MILLRACE_KEY_ROTATIONS'] ?? 1);
const textOf = (key: Buffer): string => key.toString('base64');

test('no valid token is rejected and no row is unreadable while keys change', async (context) => {
  let key = randomBytes(32);
  const controlPlanes = await startControlPlanes(2, [key]);
  const { db } = controlPlanes;
  const secrets = await startSecretLoad(controlPlanes);
  const tokens = await startTokenLoad(controlPlanes);
  const untilSecretsRead = () => secrets.untilRead();
  let encryptedAgain = 0;
  let replaced = key;

  for (let round = 0; round < rotations; round += 1) {
    const next = randomBytes(32);
    // The next signing key is published now, and signs when every process knows it; an hour has passed then. A month has passed since the last one.
    await tokens.forgetExpired();
    await db.writer.rows(sql`update signing_key set signs_from = signs_from - interval '31 days'`);
    await runTimer(controlPlanes.any().platform, 'rotate-signing-keys');
    // Each process must be able to read what any other process writes. So all processes get the next key before one of them encrypts with it.
    await controlPlanes.restartEach([key, next], untilSecretsRead);
    await controlPlanes.restartEach([next, key], untilSecretsRead);
    const { code, output, errors } = await runCommand('rotate-key', [], {
      DATABASE_URL: controlPlanes.databaseUrl,
      MILLRACE_HOME: join(controlPlanes.folder, 'operator'),
      MILLRACE_KEY: textOf(next),
      MILLRACE_OLD_KEYS: textOf(key),
    });
    assert.equal(code, 0, errors);
    encryptedAgain += Number(/^(\d+) secrets were encrypted again/m.exec(output)?.[1] ?? 0);
    assert.equal((await db.writer.rows(sql`update signing_key set signs_from = now() where signs_from > now() returning id`)).length, 1);
    await controlPlanes.restartEach([next], untilSecretsRead);
    [replaced, key] = [key, next];
    await Promise.all([tokens.untilUsed(), secrets.untilRead()]);
  }
  const [used, read] = [await tokens.stop(), await secrets.stop()];
  context.diagnostic(
    `soak: ${rotations} rotations, ${used.issued} tokens issued by ${used.keys} keys, ${used.accepted} uses, ` +
      `${read.written} secrets written, ${read.read} read, ${encryptedAgain} encrypted again`,
  );
  assert.deepEqual([...new Set(used.rejected)], [], 'valid tokens that were rejected');
  assert.deepEqual([...new Set(read.unreadable)], [], 'rows that could not be read');
  assert.equal(used.keys, rotations + 1, 'each signing key has signed tokens');
  assert.ok(encryptedAgain > secrets.rows * rotations, `${encryptedAgain} secrets were encrypted again`);
  assert.equal(await rotateKeys(controlPlanes.databaseUrl, [key]), 0, 'no secret is left under an earlier key');

  const wrong = new Install(join(controlPlanes.folder, 'wrong'), {
    DATABASE_URL: controlPlanes.databaseUrl,
    MILLRACE_KEY: textOf(replaced),
    MILLRACE_ENGINE: 'none',
  });
  await assert.rejects(wrong.start(), (error: Error) => {
    assert.match(error.message, /^The server ended with 1: .*The key is not the one this database was set up with: .*MILLRACE_KEY.*\n?$/);
    assert.ok(!error.message.includes(textOf(replaced)));
    return true;
  });
});
