// run: own process, waiting, in test:all because it starts a browser
/** An administrator invites people, gives them roles by groups, creates accounts for programs, and withdraws rights that are not needed. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkOtherForms, checkPage, fill, HOSTILE_NAME, pressInDialog } from './support/journey.ts';

const server = await startConsoleServer();

describe('users, groups, roles and accounts of programs in the console', { skip: skipsJourneys, timeout: 400_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;

  before(async () => {
    const { call, make } = server;
    await make.environment();
    await call('POST /account/groups', { body: { name: HOSTILE_NAME } });
    await make.user({ permissions: ['SVC_OPERATOR'] });
    const person = await make.person({
      permissions: [
        'SVC_USER_MANAGEMENT',
        'SVC_GROUP_MANAGEMENT',
        'SVC_ROLE_MANAGEMENT',
        'SVC_SERVICE_ACCOUNT_MANAGEMENT',
        'SVC_SUBSCRIPTION_MANAGEMENT',
        'SVC_OPERATOR',
      ],
    });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, '/admin/users');
  });
  after(() => browser?.stop());

  it('lists users, and filters them by the URL', async () => {
    await tab.shows('entries');
    await checkPage(tab, 'users');
    await tab.open('/admin/users?status=disabled');
    await tab.shows('No user matches these filters');
    await tab.press('Clear all filters');
    await tab.shows('entries');
  });

  it('shows the refusal of an email address, then invites the person and shows the link', async () => {
    await tab.press('Invite people');
    await fill(tab, 'Email addresses', 'ada@example.com no-address');
    await pressInDialog(tab, 'Invite');
    await tab.shows('malformed_request · Request ');
    await fill(tab, 'Email addresses', 'ada@example.com admin@localhost');
    await pressInDialog(tab, 'Invite');
    await tab.shows('Link for ada@example.com');
    await tab.shows('Has an account already');
    await checkPage(tab, 'users-invited');
    await pressInDialog(tab, 'Done');
    await fill(tab, 'Name, email or login', 'ada@');
    await tab.shows('1 entry');
    await tab.press('ada');
    await tab.until(`location.pathname.length > '/admin/users/'.length`);
    await tab.shows('Invite again');
  });

  it('assigns a role, and removes it', async () => {
    await fill(tab, 'Assign a role', 'Oper');
    await tab.until(`document.querySelector('[role=option]')?.innerText.trim() === 'Operator'`);
    await tab.key('ArrowDown');
    await tab.key('Enter');
    await tab.until(`document.querySelector('[aria-label="Remove Operator"]')`);
    await tab.shows('Operate tasks, plans and runs');
    await checkPage(tab, 'user');
    await tab.press('Remove Operator');
    await tab.hides('Operate tasks, plans and runs');
  });

  it('shows the refusal of a change with its code, and keeps the typed values', async () => {
    await fill(tab, 'Login', 'admin');
    await tab.press('Save');
    await tab.shows('Request ');
    assert.match(await tab.text(), /^409 /m);
    await tab.until(`[...document.querySelectorAll('input')].some(({ value }) => value === 'admin')`);
    await checkOtherForms(tab, await tab.path(), 'user', 'Berechtigungen aus allen Rollen');
  });

  it('makes a group by keyboard alone, and adds a member', async () => {
    await tab.open('/admin/groups');
    await tab.shows('<img src=x');
    await checkPage(tab, 'groups');
    await tab.key('k', { control: true });
    await tab.until(`document.activeElement.tagName === 'INPUT'`);
    await tab.key('Escape');
    await tab.enterOn(`document.querySelector('.page-actions button')`);
    await tab.until(`document.activeElement.closest('[role=dialog]')`);
    await tab.type('Night shift');
    await tab.key('Enter');
    await tab.until(`location.pathname.startsWith('/admin/groups/')`);
    await tab.shows('No member yet');
    await fill(tab, 'Add a member', 'ada@');
    await tab.until(`[...document.querySelectorAll('[role=option]')].map(({ innerText }) => innerText).join().startsWith('ada@')`);
    await tab.key('ArrowDown');
    await tab.key('Enter');
    await tab.until(`document.querySelector('[aria-label="Remove ada@example.com"]')`);
    await checkPage(tab, 'group');
  });

  it('makes a role, which it can delete again', async () => {
    await tab.open('/admin/roles');
    await tab.shows('Security Administrator');
    await checkPage(tab, 'roles');
    await tab.press('New role');
    await fill(tab, 'Name', 'Readers of the log');
    await tab.evaluate(`document.querySelector('[role=dialog] input[value=SVC_OPERATOR]').click()`);
    await checkPage(tab, 'role-new');
    await pressInDialog(tab, 'Create');
    await tab.until(`location.pathname.startsWith('/admin/roles/')`);
    await tab.shows('Readers of the log');
    await checkPage(tab, 'role');
    await tab.press('Delete');
    await tab.shows('Delete Readers of the log?');
    await pressInDialog(tab, 'Delete');
    await tab.until(`location.pathname === '/admin/roles'`);
    await tab.open('/admin/roles?show=unused');
    await tab.shows('All permissions are in use');
    await checkPage(tab, 'permissions-unused');
  });

  it('makes a service account, whose secret is shown once', async () => {
    await tab.open('/admin/service-accounts');
    await tab.shows('No service account yet');
    await tab.press('New service account');
    await fill(tab, 'Name', 'Deployment');
    await pressInDialog(tab, 'Create');
    await tab.shows('It is shown only now');
    const secret = await tab.evaluate<string>(`document.querySelector('.secret-row code').innerText`);
    assert.ok(secret.length > 20);
    await checkPage(tab, 'service-account-new');
    await pressInDialog(tab, 'Done');
    await tab.until(`location.pathname.startsWith('/admin/service-accounts/')`);
    await tab.shows('ends with');
    assert.ok(!(await tab.evaluate<string>('document.documentElement.innerHTML')).includes(secret));
    await checkPage(tab, 'service-account');
    await checkOtherForms(tab, '/admin/service-accounts', 'service-accounts', 'Dienstkonten');
  });

  it('makes a personal access token, and revokes it', async () => {
    await tab.open('/tokens');
    await tab.shows('Tokens of all users');
    await tab.press('New token');
    await fill(tab, 'Name', 'Laptop');
    await pressInDialog(tab, 'Create');
    await tab.shows('Token Laptop');
    await pressInDialog(tab, 'Done');
    await checkPage(tab, 'tokens');
    await tab.press('Revoke');
    await tab.shows('are refused at once');
    await pressInDialog(tab, 'Revoke');
    await tab.shows('The token is revoked.');
    await checkOtherForms(tab, '/tokens', 'tokens', 'Tokens aller Personen');
  });

  it('explains which account may use which operation', async () => {
    await tab.open('/admin/access');
    await tab.shows('Choose an operation');
    await fill(tab, 'Operation', 'audit logs');
    await tab.until(`document.querySelector('[role=option]')?.innerText.includes('/security/audit/logs')`);
    await tab.key('ArrowDown');
    await tab.key('Enter');
    await tab.shows('may not do this');
    await checkPage(tab, 'access');
    await checkOtherForms(tab, '/admin/access?operation=GET%20/account/users', 'access', 'darf das');
  });

  it('shows the subscription', async () => {
    await tab.open('/admin/subscription');
    await tab.shows('Engine tokens');
    await checkPage(tab, 'subscription');
    await checkOtherForms(tab, '/admin/subscription', 'subscription', 'Mandant');
  });
});
