/** The commands about connections and datasets, on the machine of an install. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startCommandLine } from '../support/command-line.ts';

const { folder, install, millrace } = await startCommandLine();
const succeed = async (...words: string[]): Promise<string> => {
  const { code, out, err } = await millrace(words);
  assert.equal(code, 0, `${words.join(' ')}: ${err}`);
  return out;
};
describe('the command line for the catalogue', () => {
  it('creates, lists, shows, tests and deletes connections', async () => {
    assert.match((await millrace(['connection', 'list'])).err, /There are no such connections/);
    const secrets = join(folder, 'secrets.json');
    await writeFile(secrets, '{"password": "sesame", "username": "loader"}');
    const given = ['--jdbc-url', 'jdbc:postgresql://127.0.0.1:1/finance', '--parameters-file', secrets, '--tag', 'money', '--keep-samples'];
    const out = await succeed('connection', 'create', 'warehouse', ...given);
    const id = /Its id is ([0-9a-f-]{36})/.exec(out)?.[1] ?? '';
    assert.match(await succeed('connection', 'list'), new RegExp(`${id} +warehouse +postgresql +Shared +yes +0`));
    const shown = await succeed('connection', 'show', 'warehouse');
    assert.match(shown, /In the catalogue +yes[^]*Keeps samples +yes[^]*jdbcUrl +jdbc:postgresql:\/\/127\.0\.0\.1:1\/finance/);
    assert.doesNotMatch(shown, /sesame/);
    const tested = await millrace(['connection', 'test', 'warehouse']);
    assert.equal(tested.code, 1, tested.out);

    assert.match(
      await succeed('connection', 'delete', 'warehouse', '--only-from-catalogue', '--yes'),
      new RegExp(`Took connection ${id} out`),
    );
    assert.match(await succeed('connection', 'list'), new RegExp(`${id} +warehouse +postgresql +Shared +no`));
    assert.match((await millrace(['connection', 'list', '--catalogue'])).err, /There are no such connections/);
    assert.match(await succeed('connection', 'show', id), /In the catalogue +no[^]*password +\*\*\*/);
    await succeed('connection', 'delete', id, '--yes');
    assert.equal((await millrace(['connection', 'show', id])).code, 4);
  });

  it('lists, searches, shows, certifies and shares datasets', async () => {
    const created = await succeed('connection', 'create', 'sales', '--jdbc-url', 'jdbc:postgresql://127.0.0.1:1/sales', '--json');
    const { id: connectionId } = JSON.parse(created);
    const columns = [{ path: 'code', type: 'TEXT', description: 'IATA code' }];
    const client = await install.client();
    const create = async (label: string, more: object): Promise<string> =>
      (await client.call('POST /datasets', { body: { label, connectionId, ...more } })).body.id ?? '';
    const id = await create('Airports', { technicalName: 'public.airports', columns });
    await create('Customers', { technicalName: 'public.customers' });

    assert.match(await succeed('dataset', 'list'), /Airports +public\.airports +sales[^]*Customers/);
    const found = await succeed('dataset', 'search', 'iata', 'code');
    assert.match(found, /Airports/);
    assert.doesNotMatch(found, /Customers/);
    assert.match((await millrace(['dataset', 'list', '--query', "label = 'x'"])).err, /There are no such datasets/);
    assert.match((await millrace(['dataset', 'list', '--query', 'label ='])).err, /at character/);
    assert.match(await succeed('dataset', 'show', 'public.airports'), /Label +Airports[^]*code +TEXT +IATA code/);
    assert.match(await succeed('dataset', 'certify', 'Airports'), /is certified/);
    assert.equal(JSON.parse(await succeed('dataset', 'show', id, '--json')).certification, 'certified');
    assert.match((await millrace(['dataset', 'sample', 'Airports'])).err, /The sample has no rows\.\n0 of 0 rows/);

    assert.match(
      (await millrace(['dataset', 'lineage', 'Airports'])).err,
      /No run that you see has reported postgres:\/\/127\.0\.0\.1:1 sales\.public/,
    );

    await succeed('user', 'create', 'ada', '--email', 'ada@example.com', '--first-name', 'Ada', '--last-name', 'Lovelace');
    await succeed('group', 'create', 'analysts');
    const shared = await succeed('dataset', 'share', 'Airports', '--user', 'Ada Lovelace', '--group', 'analysts', '--level', 'WRITER');
    assert.match(shared, /user +Ada Lovelace +WRITER/);
    assert.match(shared, /group +analysts +WRITER/);
    assert.doesNotMatch(await succeed('dataset', 'share', 'Airports', '--user', 'ada', '--remove'), /Lovelace/);
    assert.equal((await millrace(['dataset', 'share', 'Airports', '--remove'])).code, 2);
    assert.match(await succeed('connection', 'share', 'sales'), /OWNER/);
    assert.equal((await millrace(['connection', 'delete', 'sales', '--yes'])).code, 1);
  });
});
