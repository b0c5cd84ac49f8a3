// run: own process, waiting, browser, in test:all because it starts a browser
/** An administrator invites people, gives them roles by groups, creates accounts for programs, and withdraws rights that are not needed. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import {
  choose,
  counts,
  dialog,
  fill,
  find,
  has,
  hides,
  HOSTILE_NAME,
  pathOf,
  press,
  pressInDialog,
  setLanguage,
  shows,
  tick,
} from './support/journey.ts';
import { checkOtherForms, checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();

describe('users, groups, roles and accounts of programs in the console', { skip: skipsBrowserTests, timeout: 400_000 }, () => {
  let page: Page;

  before(async () => {
    const { call, make } = server;
    await make.environment();
    await call('POST /account/groups', { body: { name: HOSTILE_NAME } });
    await make.user({ permissions: ['SVC_OPERATOR'] });
    const person = await make.user({
      permissions: [
        'SVC_USER_MANAGEMENT',
        'SVC_GROUP_MANAGEMENT',
        'SVC_ROLE_MANAGEMENT',
        'SVC_SERVICE_ACCOUNT_MANAGEMENT',
        'SVC_SUBSCRIPTION_MANAGEMENT',
        // The permissions of the role Operator: only a person with them may give it.
        'SVC_OPERATOR',
        'SVC_RUN_PROFILE_MANAGEMENT',
      ],
    });
    page = await openConsole(server, person, '/admin/users');
  });
  after(closeBrowser);

  it('lists users, and filters them by the URL', async () => {
    await shows(page, 'entries');
    await checkPage(page, 'users');
    await page.goto('/admin/users?status=disabled');
    await shows(page, 'No user matches these filters');
    await press(page, 'Clear all filters');
    await shows(page, 'entries');
  });

  it('shows the refusal of an email address, then invites the person and shows the link', async () => {
    await press(page, 'Add a colleague');
    await shows(page, 'Nothing yet: without a role');
    await fill(page, 'Email addresses', 'ada@example.com no-address');
    await pressInDialog(page, 'Add 2 people');
    await shows(page, 'Copy details');
    await fill(page, 'Email addresses', 'ada@example.com admin@localhost');
    await pressInDialog(page, 'Add 2 people');
    await shows(page, 'Link for ada@example.com');
    await shows(page, 'Was invited before');
    await checkPage(page, 'users-invited');
    await pressInDialog(page, 'Done');
    await fill(page, 'Name, email or login', 'ada@');
    await shows(page, '1 entry');
    await press(page, 'ada');
    await page.waitForURL(/\/admin\/users\/./);
    await shows(page, 'Invite again');
  });

  it('assigns a role, and removes it', async () => {
    await fill(page, 'Assign a role', 'Oper');
    await counts(page, '[role=option]', 1);
    await find(page, 'Assign a role', 'Oper', 'Operator');
    await page.getByRole('button', { name: 'Remove Operator' }).waitFor();
    await shows(page, 'Operate tasks, plans and runs');
    await checkPage(page, 'user');
    await press(page, 'Remove Operator');
    await hides(page, 'Operate tasks, plans and runs');
  });

  it('shows the refusal of a change as a sentence, whose code can be copied, and keeps the typed values', async () => {
    await fill(page, 'Login', 'admin');
    await press(page, 'Save');
    await shows(page, 'Copy details');
    assert.doesNotMatch(await page.innerText('body'), /409|login_taken/);
    await page.evaluate('navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }');
    await press(page, 'Copy details');
    await shows(page, 'Copied');
    assert.match(await page.evaluate<string>('window.copied'), / · 409 · login_taken · Request [\w-]+$/);
    await has(page, 'Login', 'admin');
    await checkOtherForms(page, pathOf(page), 'user', 'Berechtigungen aus allen Rollen');
  });

  it('makes a group by keyboard alone, and adds a member', async () => {
    await page.goto('/admin/groups');
    await shows(page, '<img src=x');
    await checkPage(page, 'groups');
    await page.keyboard.press('Control+k');
    await page.locator('input:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.page-actions button').first().press('Enter');
    await page.locator('[role=dialog]:focus-within').waitFor();
    await page.keyboard.type('Night shift');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/groups\/./);
    await shows(page, 'No member yet');
    await find(page, 'Add a member', 'ada@', 'ada@');
    await page.getByRole('button', { name: 'Remove ada@example.com' }).waitFor();
    await checkPage(page, 'group');
  });

  it('makes a role, which it can delete again', async () => {
    await page.goto('/admin/roles');
    await shows(page, 'Security Administrator');
    await checkPage(page, 'roles');
    await press(page, 'New role');
    await fill(page, 'Name', 'Readers of the log');
    await tick(page, 'input[value=SVC_OPERATOR]');
    await checkPage(page, 'role-new');
    await pressInDialog(page, 'Create');
    await page.waitForURL(/\/admin\/roles\/./);
    await shows(page, 'Readers of the log');
    await checkPage(page, 'role');
    await press(page, 'Delete');
    await shows(page, 'Delete Readers of the log?');
    await pressInDialog(page, 'Delete');
    await page.waitForURL(({ pathname }) => pathname === '/admin/roles');
    await page.goto('/admin/roles?show=unused');
    await shows(page, 'No permission is unused');
    await checkPage(page, 'permissions-unused');
  });

  it('makes a service account, whose secret is shown once', async () => {
    await page.goto('/admin/service-accounts');
    await shows(page, 'No service account yet');
    await press(page, 'New service account');
    await fill(page, 'Name', 'Deployment');
    await pressInDialog(page, 'Create');
    await shows(page, 'It is shown only now');
    const secret = await page.innerText('[role=status] code');
    assert.ok(secret.length > 20);
    await checkPage(page, 'service-account-new');
    await pressInDialog(page, 'Done');
    await page.waitForURL(/\/admin\/service-accounts\/./);
    await shows(page, 'ends with');
    assert.ok(!(await page.content()).includes(secret));
    await checkPage(page, 'service-account');
    await checkOtherForms(page, '/admin/service-accounts', 'service-accounts', 'Dienstkonten');
  });

  it('makes a personal access token, and revokes it', async () => {
    await page.goto('/tokens');
    await shows(page, 'Tokens of all users');
    await press(page, 'New token');
    await fill(page, 'Name', 'Laptop');
    await pressInDialog(page, 'Create');
    await shows(page, 'Token Laptop');
    await pressInDialog(page, 'Done');
    await checkPage(page, 'tokens');
    await press(page, 'Revoke');
    await shows(page, 'are refused at once');
    await pressInDialog(page, 'Revoke');
    await shows(page, 'The token is revoked.');
    await checkOtherForms(page, '/tokens', 'tokens', 'Tokens aller Personen');
  });

  it('says in sentences who may do what, with the operation and its codes beside them', async () => {
    const prose = `(() => {
      const main = document.querySelector('main').cloneNode(true);
      for (const code of main.querySelectorAll('code')) code.remove();
      return main.textContent;
    })()`;
    const assertProse = async (): Promise<void> =>
      assert.doesNotMatch(
        await page.evaluate<string>(prose),
        /\b(?:GET|POST|PUT|PATCH|DELETE)\b|[A-Z]{2,}_|\/[a-z]/,
        'paths and codes stand only beside the sentences',
      );
    await page.goto('/admin/access');
    await shows(page, 'Choose what somebody wants to do');
    await find(page, 'What', 'audit', 'Read the audit log');
    await shows(page, 'may not do this');
    await shows(page, 'The permission “Read the audit log” is needed, and no role of the account has it.');
    for (const code of ['GET /api/v1/audits', 'AUDIT_LOGS_VIEW']) await page.locator('section code', { hasText: code }).first().waitFor();
    await assertProse();
    await checkPage(page, 'access');
    await find(page, 'What', 'start task', 'Start a task');
    await shows(page, 'may do this');
    await shows(
      page,
      'The permission “Operate tasks, plans and runs” or “See engines and start tasks on them” is needed, and the account has it.',
    );
    await shows(page, 'The right “Run” on the workspace of the task is needed. Type the id of the object to check it.');
    await assertProse();
    // An operation that the console has no sentence for has its summary.
    await find(page, 'What', '/scim/v2/schemas list', 'List the schemas');
    await page.locator('section[aria-live] code', { hasText: 'GET /scim/v2/Schemas' }).waitFor();
    await shows(page, 'List the schemas');
    await assertProse();
    await checkOtherForms(
      page,
      '/admin/access?operation=GET%20/account/users',
      'access',
      'Es braucht die Berechtigung „Personen, Tokens und Adressliste verwalten“',
    );
    for (const [language, action, sentence] of [
      ['fr', 'Démarrer une tâche', 'Le droit « Exécuter » sur l’espace de travail de la tâche est nécessaire.'],
      ['ja', 'タスクの開始', 'タスクのワークスペースに対する権利「実行」が必要です。'],
    ] as const) {
      await setLanguage(page, language);
      await page.goto('/admin/access?operation=POST%20/processing/executions');
      await shows(page, action);
      await shows(page, sentence);
      await assertProse();
    }
    await setLanguage(page, 'en');
  });

  it('offers all roles and groups where there are several pages of them', async () => {
    const { call, make } = server;
    const { id } = await make.user();
    const names = Array.from({ length: 105 }, (_, number) => number + 100);
    await Promise.all(names.map((name) => call('POST /account/groups', { body: { name: `Z group ${name}` } })));
    await Promise.all(
      names.map((name) => call('POST /account/roles', { body: { name: `Z role ${name}`, permissions: ['SVC_OPERATOR'] } })),
    );
    await page.goto('/admin/users');
    await choose(page, 'Role', 'Z role 204');
    await shows(page, 'No user matches these filters');
    await press(page, 'Add a colleague');
    await dialog(page)
      .getByRole('radio', { name: /^Z role 204/ })
      .waitFor({ state: 'attached' });
    await page.goto(`/admin/users/${id}`);
    await find(page, 'Assign a role', 'Z role 204', 'Z role 204');
    await page.getByRole('button', { name: 'Remove Z role 204' }).waitFor();
    await find(page, 'Add to a group', 'Z group 204', 'Z group 204');
    await press(page, 'Z group 204');
    await page.getByRole('checkbox', { name: 'Z role 204' }).waitFor({ state: 'attached' });
    await checkPage(page, 'group-many-roles');
  });

  it('shows the subscription', async () => {
    await page.goto('/admin/subscription');
    await shows(page, 'Engine tokens');
    await checkPage(page, 'subscription');
    await checkOtherForms(page, '/admin/subscription', 'subscription', 'Mandant');
  });
});
