// run: own process, waiting, browser, in test:all because it starts a browser
/** Each page, opened by people with few rights: it makes no call that is refused, and says in words what is missing. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BUILT_IN_ROLES, RIGHTS, type Permission, type Right } from '@millrace/contract';
import { sql } from '../../server/src/core/database/sql.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { beginSession, openPage, startConsoleServer } from './support/console-site.ts';
import { fillInstall } from './support/filled-install.ts';
import { faultsOf } from './support/page-checks.ts';
import { pagePaths } from './support/page-paths.ts';

/** People: the permissions of built-in roles, rights on the workspace with the most records, and a level on records of the catalogue. */
const PEOPLE: Readonly<Record<string, { roles?: readonly string[]; rights?: readonly Right[]; level?: number }>> = {
  'that only look at a workspace': { rights: ['VIEW'] },
  'that run what is in a workspace': { rights: ['VIEW', 'EXECUTE'], roles: ['Operator'] },
  'that hold all rights on a workspace, and no role': { rights: RIGHTS },
  'that manage people, and see no workspace': { roles: ['Security Administrator'] },
  'that own records of the catalogue, and see no workspace': { roles: ['Assets Manager'], level: 3 },
};
/** A call that only its answer decides: a sample needs a right on the workspace of the dataset, which the person may not see. The page says so. */
const SAMPLE = /\/datasets\/[^/]+\/sample/;
/** Milliseconds for one page on a machine that is busy. */
const MAX_WAIT = 120_000;
/** Pages that are open at the same time. */
const TABS = 3;
/** Codes of the API, which no refusal shows to a person. */
const CODES = /\bSVC_[A-Z_]+|\bneeds the right [A-Z]{4,}/;

const server = await startConsoleServer();
const { make, platform } = server;

describe('the pages, opened by people', { skip: skipsBrowserTests, timeout: 900_000 }, () => {
  let install: Awaited<ReturnType<typeof fillInstall>>;
  let workspace = '';
  const recordOf = (path: string): string => install.addresses[path]?.[0]?.split('/').at(-1) ?? '';

  before(async () => {
    install = await fillInstall(server);
    const { workspace_id: id } = await platform.db.reader.only<{ workspace_id: string }>(
      sql`select workspace_id from task where id = ${recordOf('/tasks/$taskId')}`,
    );
    workspace = id;
  });
  after(closeBrowser);

  for (const [name, { roles = [], rights, level }] of Object.entries(PEOPLE))
    it(`${name}, make no call that is refused, and show no code`, async () => {
      const permissions = roles.flatMap<Permission>((role) => [...(BUILT_IN_ROLES[role] ?? [])]);
      const person = await make.user({ permissions, ...(rights && { rights: { [workspace]: rights } }) });
      if (level !== undefined)
        for (const type of ['dataset', 'crawler', 'connection'])
          await platform.db.writer.rows(sql`
            insert into sharing (user_id, entity_type, entity_id, level, shared_by)
            values (${person.id}, ${type}, ${recordOf(`/catalogue/${type}s/$${type}Id`)}, ${level}, ${person.id})`);
      const addresses = pagePaths.map((path) => install.addresses[path]?.at(-1) ?? path);
      const wrong: string[] = [];
      async function visit(): Promise<void> {
        const page = await openPage(server);
        page.setDefaultTimeout(MAX_WAIT);
        await beginSession(server, page, person);
        let address: string | undefined;
        page.on('response', (answer) => {
          if ([401, 403].includes(answer.status()) && !SAMPLE.test(answer.url()))
            wrong.push(`${address} calls ${answer.url()}: ${answer.status()}`);
        });
        for (address = addresses.pop(); address !== undefined; address = addresses.pop()) {
          await page.goto(`${address}${address.includes('?') ? '&' : '?'}environment=${install.environment}`, { waitUntil: 'networkidle' });
          wrong.push(...(await faultsIn(page)).map((fault) => `${address}: ${fault}`));
        }
        await page.context().close();
      }
      await Promise.all(Array.from({ length: TABS }, visit));
      assert.deepEqual(wrong, []);
    });
});

/** What is wrong on the page: nothing is shown, a code is shown, or a script has failed. */
async function faultsIn(page: Page): Promise<string[]> {
  await page.locator('main:not([aria-busy=true]) :is(h1, h2, [role=alert])').first().waitFor();
  const [code] = CODES.exec((await page.locator('main :is([role=alert], .empty)').allInnerTexts()).join('\n')) ?? [];
  return [...(code === undefined ? [] : [`shows ${code}`]), ...(await faultsOf(page))];
}
