import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { StartError } from '../core/base/start-error.ts';
import { readConfig } from './config.ts';
import { SECRET_SETTINGS } from './secret-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-secret-settings-'));
after(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const read = (environment: Record<string, string>) => readConfig({ MILLRACE_HOME: folder, ...environment });

test('a secret may be in a file, with white space around it', () => {
  const values: Record<(typeof SECRET_SETTINGS)[number], string> = {
    DATABASE_URL: 'postgres://millrace:sesame@db/millrace',
    MILLRACE_KEY: Buffer.alloc(32).toString('base64'),
    MILLRACE_OLD_KEYS: 'one, two',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'swordfish',
    MILLRACE_SMTP_URL: 'smtp://mail.example.com',
  };
  const others = { MILLRACE_BLOB_STORE: 's3://data', MILLRACE_MAIL_FROM: 'a@example.com', MILLRACE_PUBLIC_URL: 'https://example.com' };
  const files = Object.fromEntries(Object.entries(values).map(([name, value]) => [`${name}_FILE`, file(name, `${value}\n`)]));
  assert.deepEqual(read({ ...files, ...others }), read({ ...values, ...others }));
});

test('a file that cannot be read or is empty, and a setting that is given twice, are refused without the secret', () => {
  const url = 'postgres://millrace:sesame@db/millrace';
  const refused: [Record<string, string>, RegExp][] = [
    [
      { DATABASE_URL_FILE: join(folder, 'none') },
      /^DATABASE_URL_FILE is '.*none', which cannot be read \(ENOENT\): set it to a file with the value that this user may read\.$/,
    ],
    [{ MILLRACE_KEY_FILE: file('empty', ' \n') }, /^MILLRACE_KEY_FILE is '.*empty', which is empty: set it to/],
    [{ MILLRACE_KEY_FILE: folder }, /^MILLRACE_KEY_FILE is /],
    [{ DATABASE_URL_FILE: file('url', url), DATABASE_URL: url }, /^DATABASE_URL and DATABASE_URL_FILE are both set: remove one of them\.$/],
    [{ DATABASE_URL_FILE: file('wrong', 'mysql://a:sesame@b/c') }, /^DATABASE_URL is not the address/],
  ];
  for (const [environment, message] of refused)
    assert.throws(
      () => read(environment),
      (error: Error) => error instanceof StartError && message.test(error.message) && !error.message.includes('sesame'),
    );
});

test('the built-in engine gets no file of a secret', () => {
  const { environment } = read({
    PATH: '/usr/bin',
    DATABASE_URL_FILE: file('database', 'postgres://a:b@c/d'),
    MILLRACE_ENGINE: 'built-in',
  }).engine;
  assert.deepEqual(Object.keys(environment).toSorted(), ['NODE_COMPILE_CACHE', 'PATH']);
});
