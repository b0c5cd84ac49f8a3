/** The commands about accounts, their rights and their records, on the machine of an install. */
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startCommandLine } from '../support/command-line.ts';

const { install, folder, millrace, tokenOf } = await startCommandLine();

describe('the command line for accounts', () => {
  it('lists the audit log by account, type and time, and shows an entry', async () => {
    const create = ['service-account', 'create', 'audited', '--secret-file', join(folder, 'audited.secret')];
    assert.equal((await millrace(create)).code, 0);
    const list = async (...words: string[]): Promise<{ id: string; userId: string; eventType: string }[]> => {
      const { code, out, err } = await millrace(['audit', 'list', '--json', ...words]);
      assert.equal(code, 0, err);
      return JSON.parse(out);
    };
    const type = 'service-accounts.create-service-account';
    const [entry] = await list('--type', type, '--from', '2026-01-01', '--limit', '1');
    assert.ok(entry);
    assert.equal(entry.eventType, `com.service.v1.${type}`);
    assert.ok((await list('--user', entry.userId, '--limit', '300')).some(({ id }) => id === entry.id));
    assert.deepEqual(await list('--to', '2026-01-01'), []);
    assert.match((await millrace(['audit', 'list'])).out, /service-accounts\.create-service-account +201/);
    const shown = await millrace(['audit', 'show', entry.id]);
    assert.match(shown.out, /Request +POST \/account\/service-accounts$/m);
    assert.match(shown.out, /Answer +.*"secret":"\*\*\*"/);
    assert.equal((await millrace(['audit', 'show', crypto.randomUUID()])).code, 4);
    assert.equal((await millrace(['audit', 'list', '--from', 'yesterday'])).code, 1);
  });

  it('creates a service account with its secret in a file, lists it and deletes it', async () => {
    const secretFile = join(folder, 'pipeline.secret');
    const words = ['service-account', 'create', 'pipeline', '--permission', 'SVC_OPERATOR', 'AUDIT_LOGS_VIEW', '--secret-file', secretFile];
    const created = await millrace([...words, '--json']);
    assert.equal(created.code, 0, created.err);
    const { id } = JSON.parse(created.out);
    const secret = (await readFile(secretFile, 'utf8')).trim();
    assert.match(secret, /^mrs_/);
    assert.equal((await stat(secretFile)).mode & 0o777, 0o600);
    assert.ok(!(created.out + created.err).includes(secret));

    const token = await tokenOf(id, secret);
    const as = { MILLRACE_URL: install.url, MILLRACE_TOKEN: token };
    assert.equal(JSON.parse((await millrace(['whoami', '--json'], as)).out).type, 'SERVICE_ACCOUNT');

    const again = await millrace(words);
    assert.deepEqual([again.code, (await readFile(secretFile, 'utf8')).trim()], [2, secret], 'a file that exists is kept');
    const taken = await millrace(['service-account', 'create', 'pipeline', '--secret-file', join(folder, 'other.secret')]);
    assert.equal(taken.code, 1, taken.err);
    assert.match(taken.err, /choose another name/);
    await assert.rejects(stat(join(folder, 'other.secret')), 'nothing is left of a refused creation');
    const unknown = await millrace(['service-account', 'create', 'x', '--permission', 'SVC_NOTHING']);
    assert.equal(unknown.code, 2);

    const listed = await millrace(['service-account', 'list']);
    assert.match(listed.out, /pipeline +AUDIT_LOGS_VIEW SVC_OPERATOR/);
    const changed = await millrace(['service-account', 'change', 'pipeline', '--name', 'pipelines', '--permission', 'SVC_OPERATOR']);
    assert.match(changed.out, /^Changed service account pipelines /, changed.err);
    const shown = await millrace(['service-account', 'show', 'pipelines']);
    assert.match(shown.out, /Permissions +SVC_OPERATOR\n/, shown.err);
    assert.match(shown.out, new RegExp(`Secrets +${secret.slice(-5)} \\(`));
    assert.ok(!shown.out.includes(secret));
    assert.equal((await millrace(['service-account', 'change', 'pipelines', '--name', 'pipeline'])).code, 0);
    assert.equal((await millrace(['service-account', 'show', 'nothing'])).code, 4);
    assert.equal((await millrace(['service-account', 'delete', 'pipeline', '--yes'])).code, 0);
    assert.equal((await millrace(['service-account', 'delete', 'pipeline', '--yes'])).code, 4);
    assert.equal((await millrace(['whoami'], as)).code, 3, 'its token has ended');
  });

  it('shows and changes the IP allowlist', async () => {
    const allowlist = async (...words: string[]): Promise<string> => {
      const { code, out, err } = await millrace(['allowlist', ...words]);
      assert.equal(code, 0, err);
      return out;
    };
    assert.match(await allowlist('show'), /There is no IP allowlist/);
    assert.equal((await millrace(['allowlist', 'enable'])).code, 4);
    await allowlist('add', '203.0.113.0/24', 'Berlin office');
    await allowlist('add', '2001:db8::/32', 'Lyon office');
    const malformed = await millrace(['allowlist', 'add', 'lyon', 'Lyon office']);
    assert.deepEqual([malformed.code, /write an address such as/.test(malformed.err)], [1, true], malformed.err);
    assert.match(await allowlist('show'), /^Disabled[^]*203\.0\.113\.0\/24 +Berlin office[^]*2001:db8::\/32 +Lyon office/);
    await allowlist('enable');
    assert.match(await allowlist('remove', '203.0.113.0/24', '--yes'), /Removed 203/);
    assert.equal((await millrace(['allowlist', 'remove', '203.0.113.0/24', '--yes'])).code, 4);
    assert.equal(JSON.parse(await allowlist('show', '--json')).ips.length, 1);
    assert.match(await allowlist('show'), /^Enabled/);
    assert.deepEqual(JSON.parse(await allowlist('observations', '--json')), []);
    assert.match(await allowlist('disable'), /is disabled/);
  });

  it('creates a role, a group and a user, changes them, shows them and deletes them', async () => {
    const succeeds = async (...words: string[]): Promise<string> => {
      const { code, out, err } = await millrace(words);
      assert.equal(code, 0, `${words.join(' ')}: ${err}`);
      return out;
    };
    await succeeds('role', 'create', 'night-operator', '--permission', 'SVC_OPERATOR', 'SVC_ENGINE_USE');
    await succeeds('user', 'create', 'ada', '--email', 'ada@example.com', '--first-name', 'Ada', '--role', 'night-operator', 'Operator');
    await succeeds('group', 'create', 'night-shift', '--user', 'ada', 'admin');
    assert.match(await succeeds('user', 'list'), /ada +Ada +ada@example.com +yes +2/);
    assert.match(await succeeds('user', 'show', 'ada'), /Roles +Operator, night-operator[^]*Groups +night-shift/);
    assert.match(await succeeds('group', 'show', 'night-shift'), /Members +ada, admin/);

    await succeeds('user', 'change', 'ada', '--login', 'ada.king', '--last-name', 'King', '--title', 'Countess', '--disable');
    const changed = JSON.parse(await succeeds('user', 'show', 'ada.king', '--json'));
    assert.deepEqual(
      [changed.active, changed.firstName, changed.lastName, changed.title, changed.roleIds.length],
      [false, 'Ada', 'King', 'Countess', 2],
    );
    await succeeds('user', 'change', 'ada.king', '--enable');
    assert.equal(JSON.parse(await succeeds('user', 'show', 'ada.king', '--json')).active, true);
    await succeeds('role', 'change', 'night-operator', '--name', 'night-lead', '--permission', 'AUDIT_LOGS_VIEW');
    assert.match(await succeeds('role', 'show', 'night-lead'), /Permissions +AUDIT_LOGS_VIEW$/m);
    assert.match(await succeeds('role', 'list'), /night-lead +no +AUDIT_LOGS_VIEW/);
    await succeeds('group', 'rename', 'night-shift', 'operations');
    assert.match(await succeeds('group', 'list'), /operations +2/);

    const taken = await millrace(['user', 'create', 'ADMIN', '--email', 'a@example.com']);
    assert.deepEqual([taken.code, /choose another login/.test(taken.err)], [1, true], taken.err);
    assert.equal((await millrace(['user', 'change', 'ada.king', '--enable', '--disable'])).code, 2);
    assert.equal((await millrace(['role', 'create', 'x', '--permission', 'SVC_NOTHING'])).code, 2);
    const last = await millrace(['user', 'change', 'admin', '--disable']);
    assert.deepEqual([last.code, /last active one/.test(last.err)], [1, true], last.err);
    for (const [noun, name] of [
      ['group', 'operations'],
      ['role', 'night-lead'],
      ['user', 'ada.king'],
    ] as const) {
      await succeeds(noun, 'delete', name, '--yes');
      assert.equal((await millrace([noun, 'delete', name, '--yes'])).code, 4);
    }
  });
});
