/** The commands about rights on workspaces, with an install. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startCommandLine } from '../support/command-line.ts';

const { folder, millrace } = await startCommandLine();

test('shows and changes rights on workspaces, and previews the changes', async () => {
  const permission = async (...words: string[]): Promise<string> => {
    const { code, out, err } = await millrace(['permission', ...words]);
    assert.equal(code, 0, `${words.join(' ')}: ${err}`);
    return out;
  };
  const fails = async (code: number, message: RegExp, ...words: string[]): Promise<string> => {
    const result = await millrace(['permission', ...words]);
    assert.deepEqual([result.code, message.test(result.err)], [code, true], `${words.join(' ')}: ${result.err}`);
    return result.out;
  };
  for (const login of ['grace', 'edsger'])
    assert.equal((await millrace(['user', 'create', login, '--email', `${login}@example.com`, '--no-invite'])).code, 0);
  const robot = ['service-account', 'create', 'robot', '--secret-file', join(folder, 'robot.secret')];
  assert.equal((await millrace(robot)).code, 0);

  const preview = await permission('add', 'Shared', 'EXECUTE', 'AUTHOR', '--user', 'grace', 'edsger', '--dry-run');
  assert.match(preview, /Shared +edsger +none +EXECUTE AUTHOR[^]*Shared +grace +none +EXECUTE AUTHOR/);
  await fails(4, /no rights/, 'show', 'Shared', '--user', 'grace');
  assert.match(await permission('add', 'Shared', 'EXECUTE', 'AUTHOR', '--user', 'grace', 'edsger'), /Added the rights on Shared/);
  assert.match(await permission('show', 'Shared', '--user', 'grace'), /Shared +grace +EXECUTE AUTHOR/);
  const again = await fails(
    1,
    /1 of the changes were rejected: The account holds all these rights/,
    'add',
    'Shared',
    'AUTHOR',
    '--user',
    'grace',
  );
  assert.equal(again, '');
  await fails(1, /would be rejected/, 'add', 'Shared', 'AUTHOR', '--user', 'grace', '--dry-run');

  const changes = JSON.parse(await permission('replace', 'Shared', 'VIEW', '--user', 'grace', '--dry-run', '--json')).changes;
  assert.deepEqual([changes[0].before, changes[0].after, changes.length], [['EXECUTE', 'AUTHOR'], ['VIEW'], 1]);
  await permission('replace', 'Shared', 'VIEW', '--user', 'grace');
  await permission('add', 'Shared', 'PUBLISH', '--service-account', 'robot');
  assert.match(
    await permission('list'),
    /\/Shared +user +edsger +EXECUTE AUTHOR\n[^]*user +grace +VIEW\n[^]*service account +robot +PUBLISH/,
  );
  const ofRobot = JSON.parse(await permission('list', '--workspace', 'Shared', '--service-account', 'robot', '--json'));
  assert.deepEqual([ofRobot.users, ofRobot.serviceAccounts.map((one: { permissions: string[] }) => one.permissions)], [[], [['PUBLISH']]]);
  assert.match(await permission('remove', 'Shared', '--service-account', 'robot', '--dry-run'), /robot +PUBLISH +none/);
  await permission('remove', 'Shared', '--service-account', 'robot', '--yes');
  await permission('remove', 'Shared', '--yes', '--user', 'grace', 'edsger');
  assert.match((await millrace(['permission', 'list', '--service-account', 'robot'])).err, /no rights/);
  assert.deepEqual(JSON.parse(await permission('remove', 'Shared', '--yes', '--user', 'grace', '--json')), { rejected: [] });

  await fails(2, /either --user or --service-account/, 'show', 'Shared');
  await fails(2, /either --user or --service-account/, 'add', 'Shared', 'VIEW', '--user', 'grace', '--service-account', 'robot');
  await fails(2, /not both/, 'list', '--user', 'grace', '--service-account', 'robot');
  await fails(2, /argument/, 'add', 'Shared', 'EVERYTHING', '--user', 'grace');
  await fails(4, /no user/, 'show', 'Shared', '--user', 'unknown');
  await fails(4, /no workspace/, 'show', 'Nowhere', '--user', 'grace');
});
