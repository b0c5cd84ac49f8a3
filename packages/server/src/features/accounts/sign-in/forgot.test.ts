// run: own server because it sets MILLRACE_MAIL_FROM and MILLRACE_PUBLIC_URL
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { sql } from '../../../core/database/sql.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { startTestServer } from '../../../../test/support/server.ts';

type Received = { to: string[]; text: string };

const received: Received[] = [];
let isDown = false;
const mails = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onConnect: (_session, done) => done(isDown ? new Error('not now') : undefined),
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() });
      done();
    });
  },
});
mails.listen(0, '127.0.0.1');
await once(mails.server, 'listening');
after(() => new Promise<void>((resolve) => mails.close(() => resolve())));
const server = await startTestServer({
  MILLRACE_SMTP_URL: `smtp://127.0.0.1:${(mails.server.address() as { port: number }).port}`,
  MILLRACE_MAIL_FROM: 'millrace@example.com',
  MILLRACE_PUBLIC_URL: 'http://millrace.example.com',
});

const unquoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString();

/** Decodes the subject and the text of a mail. */
function readMail({ text: raw }: Received): { subject: string; text: string } {
  const [head = '', ...parts] = raw.split('\r\n\r\n');
  const body = parts.join('\r\n\r\n');
  const isBase64 = /^Content-Transfer-Encoding: base64/im.test(head);
  const text = isBase64 ? Buffer.from(body, 'base64').toString() : unquoted(body.replaceAll('=\r\n', ''));
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? '';
  const words = subject.replaceAll(/\r\n(?=[ \t])/g, '').replaceAll(/\?=\s+=\?/g, '?==?');
  return {
    subject: words.replaceAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, form: string, word: string) =>
      form.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : unquoted(word.replaceAll('_', ' ')),
    ),
    text: text.replaceAll('\r\n', '\n'),
  };
}

describe('mails', { timeout: 40_000 }, () => {
  /** Gives an account an email address that mail servers accept. */
  async function withEmail<Made extends { id: string }>(made: Made): Promise<Made & { email: string }> {
    const email = `${made.id}@example.com`;
    await server.platform.db.writer.rows(sql`update account set email = ${email} where id = ${made.id}`);
    return { ...made, email };
  }
  const linkIn = ({ text }: Received): string =>
    /http:\/\/millrace\.example\.com(\/set-password\?token=mri_[\w-]{43})/.exec(decode(text))?.[1] ?? assert.fail(text);
  const decode = (text: string): string => text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const jobsOf = (): Promise<{ payload: unknown }[]> =>
    server.platform.db.reader.rows(sql`
      select j.payload
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'send-password-link'`);
  const mailTo = async (address: string, number = 1): Promise<Received> => {
    for (;;) {
      const own = received.filter(({ to }) => to.includes(address));
      if (own.length >= number) return own[number - 1] ?? assert.fail();
      await wait(20);
    }
  };
  const jobsDone = async (): Promise<void> => {
    while ((await jobsOf()).length > 0) await wait(20);
  };
  const ask = async (email: string) => {
    const browser = new Browser(server.url);
    return browser.send(await browser.open('/forgot'), { email });
  };

  test('a person that forgot its password sets another one by a link in a mail', async () => {
    const { login, password, email } = await withEmail(await server.make.person());
    const page = await ask(` ${email.toUpperCase()} `);
    assert.equal(page.status, 200);
    const mail = await mailTo(email);
    assert.match(mail.text, /^From: millrace@example\.com\r\n/m);
    assert.match(decode(mail.text), new RegExp(`Your login is ${login}\\. The link works once, for an hour\\.`));
    assert.match(mail.text, /Content-Type: text\/plain/);
    const browser = new Browser(server.url);
    const form = await browser.open(linkIn(mail));
    assert.equal((await browser.send(form, { password: 'another passphrase', repeated: 'another passphrase' })).status, 303);
    assert.equal((await new Browser(server.url).signIn(login, password)).status, 403);
    assert.equal((await new Browser(server.url).signIn(login, 'another passphrase')).status, 303);
    await jobsDone();
  });

  test('a user without an email address gets no mail, and its invitation is a link', async () => {
    const { body: user } = await server.call('POST /api/v1/users', { body: { subject: 'nomail' } });
    const { body } = await server.call('POST /account/users/{id}/invitation', { path: { id: user.id } });
    assert.deepEqual([body.sent, typeof body.link], [false, 'string']);
    const before = await server.count('password_link');
    await ask('');
    await jobsDone();
    assert.deepEqual(await server.count('password_link'), before);
  });

  test('sign-in.forgot.alike', async () => {
    const person = await withEmail(await server.make.person());
    const disabled = await withEmail(await server.make.person({ active: false }));
    const pages = [];
    for (const email of [person.email, disabled.email, 'nobody@example.com', 'no address', '']) pages.push(await ask(email));
    assert.equal(new Set(pages.map(({ status, html }) => `${status} ${html}`)).size, 1);
    await mailTo(person.email);
    await jobsDone();
    assert.deepEqual(
      received.flatMap(({ to }) => to).filter((one) => one === disabled.email || one.startsWith('no')),
      [],
    );
  });

  test('an address gets at most three mails an hour, and the answer is the same', async () => {
    const { email } = await withEmail(await server.make.person());
    for (let number = 0; number < 5; number += 1) assert.equal((await ask(email)).status, 200);
    await mailTo(email, 3);
    await jobsDone();
    assert.equal(received.filter(({ to }) => to.includes(email)).length, 3);
  });

  test('sign-in.link.mail: with a mail server the answer has no link, and no job has a token', async () => {
    const user = await withEmail(await server.make.user());
    const { body } = await server.call('POST /account/users/{id}/invitation', { path: { id: user.id } });
    assert.deepEqual(body, { sent: true });
    const mail = await mailTo(user.email);
    assert.match(decode(mail.text), /You have an account at Millrace\.[^]*for 72 hours/);
    const browser = new Browser(server.url);
    assert.equal((await browser.open(linkIn(mail))).status, 200);
    await jobsDone();
    assert.deepEqual((await server.call('POST /account/users/{id}/password-reset', { path: { id: user.id } })).body, { sent: true });
    await mailTo(user.email, 2);
    await jobsDone();
  });

  test('sign-in.link.language', async () => {
    const { make, call, platform } = server;
    const chooses = (id: string, language: string) =>
      platform.db.writer.rows(sql`update account set preferred_language = ${language} where id = ${id}`);
    const recipient = async (language?: string) => {
      const user = await withEmail(await make.person());
      if (language !== undefined) await chooses(user.id, language);
      return user;
    };
    const askIn = async (accepted: string, email: string): Promise<void> => {
      const browser = new Browser(server.url, { 'accept-language': accepted });
      await browser.send(await browser.open('/forgot'), { email });
    };
    const assertMail = async (email: string, subject: string, words: string): Promise<void> => {
      const { subject: written, text } = readMail(await mailTo(email));
      assert.equal(written, subject);
      assert.ok(text.includes(words), text);
      assert.match(text, /\n\nhttp:\/\/millrace\.example\.com\/set-password\?token=mri_[\w-]{43}\n\n/);
    };
    const german = await recipient('de');
    await askIn('fr', german.email);
    await assertMail(
      german.email,
      'Ein anderes Passwort bei Millrace setzen',
      `Ihr Login ist ${german.login}. Der Link gilt einmal, eine Stunde lang.`,
    );
    const french = await recipient();
    await askIn('fr', french.email);
    await assertMail(french.email, 'Définir un autre mot de passe Millrace', 'ignorez cet e-mail');
    const other = await recipient('unsupported');
    await askIn('ja', other.email);
    await assertMail(other.email, 'Set another password at Millrace', 'ignore this mail');

    const invite = async (token: string, id: string) =>
      assert.deepEqual((await call('POST /account/users/{id}/invitation', { token, path: { id } })).body, { sent: true });
    const sender = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
    await chooses(sender.id, 'ja');
    const [unasked, asked, plain] = [
      await withEmail(await make.user()),
      await withEmail(await make.user()),
      await withEmail(await make.user()),
    ];
    await chooses(asked.id, 'fr');
    await invite(sender.token, unasked.id);
    await assertMail(unasked.email, 'Millraceのアカウント', 'リンクは72時間、1回のみ有効です。');
    await invite(sender.token, asked.id);
    await assertMail(asked.email, 'Votre compte Millrace', 'pendant 72 heures');
    await invite((await make.user({ permissions: ['SVC_USER_MANAGEMENT'] })).token, plain.id);
    await assertMail(plain.email, 'Your account at Millrace', 'for 72 hours');
    await jobsDone();
  });

  test('while the mail server refuses connections, the job of a mail is retried, and contains no token', async () => {
    const user = await withEmail(await server.make.user());
    isDown = true;
    await server.call('POST /account/users/{id}/invitation', { path: { id: user.id } });
    const failed = () =>
      server.platform.db.reader.rows<{ payload: object; last_error: string }>(sql`
        select payload, last_error
        from graphile_worker._private_jobs
        where last_error is not null`);
    while ((await failed()).length === 0) await wait(20);
    const [job] = await failed();
    assert.deepEqual(job?.payload, { kind: 'invitation', account: user.id, sender: await server.make.administrator() });
    assert.ok(!JSON.stringify(job).includes('mri_'));
    isDown = false;
    await server.platform.db.writer.rows(sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`);
    await mailTo(user.email);
    await jobsDone();
  });

  test('sign-in.form.forged: of a request for a mail', async () => {
    assert.equal((await new Browser(server.url).post('/forgot', { email: 'x@example.com' })).status, 403);
    assert.deepEqual(await jobsOf(), []);
  });
});

test('without a mail server the page tells the person to ask an administrator', async () => {
  const { url } = await startTestServer();
  const page = await new Browser(url).open('/forgot');
  assert.deepEqual([page.status, page.forms], [200, []]);
  assert.match(page.html, /Ask an administrator for a link/);
});
