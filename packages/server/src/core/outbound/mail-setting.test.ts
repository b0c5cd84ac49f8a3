import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartError } from '../base/start-error.ts';
import { readMailSetting } from './settings.ts';

const rest = { MILLRACE_MAIL_FROM: 'millrace@example.com', MILLRACE_PUBLIC_URL: 'https://millrace.example.com' };
const of = (address: string) => readMailSetting({ ...rest, MILLRACE_SMTP_URL: address });

test('the address of the mail server gives host, port, encryption and user', () => {
  assert.equal(readMailSetting({ MILLRACE_PUBLIC_URL: rest.MILLRACE_PUBLIC_URL }), undefined);
  const from = rest.MILLRACE_MAIL_FROM;
  assert.deepEqual(of('smtp://mail.example.com'), {
    host: 'mail.example.com',
    port: 587,
    secure: false,
    user: undefined,
    password: '',
    from,
  });
  assert.deepEqual(of('smtps://a%40b:p%3Aw@[::1]:4650'), { host: '::1', port: 4650, secure: true, user: 'a@b', password: 'p:w', from });
  assert.equal(of('smtps://mail.example.com')?.port, 465);
});

test('wrong settings are refused, without the password', () => {
  const refused: [Record<string, string>, RegExp][] = [
    [{ ...rest, MILLRACE_SMTP_URL: 'https://u:sesame@mail.example.com' }, /MILLRACE_SMTP_URL is not the address of a mail server/],
    [{ ...rest, MILLRACE_SMTP_URL: 'sesame' }, /MILLRACE_SMTP_URL is not/],
    [{ ...rest, MILLRACE_SMTP_URL: 'smtp://sesame', MILLRACE_MAIL_FROM: 'Millrace <a@b>' }, /MILLRACE_MAIL_FROM is 'Millrace <a@b>'/],
    [{ MILLRACE_SMTP_URL: 'smtp://sesame' }, /belong together/],
    [rest, /belong together/],
    [{ MILLRACE_SMTP_URL: 'smtp://sesame', MILLRACE_MAIL_FROM: 'a@b' }, /set MILLRACE_PUBLIC_URL, too/],
  ];
  for (const [environment, message] of refused)
    assert.throws(
      () => readMailSetting(environment),
      (error) => error instanceof StartError && message.test(error.message) && !error.message.includes('sesame'),
    );
});
