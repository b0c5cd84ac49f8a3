// run: in test:all because each of its many cases starts a thread
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { test } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { certificate, certificateKey } from '../../../../../test/support/certificate.ts';
import { listen, startConnectionTester } from '../../../../../test/support/connection-tester.ts';

const SECRET = 'swordfish-7c1';
const { tried, fail } = await startConnectionTester(SECRET, Buffer.from(SECRET).toString('base64'));

const options: SMTPServerOptions = {
  key: certificateKey,
  cert: certificate,
  authMethods: ['PLAIN', 'LOGIN', 'CRAM-MD5'],
  allowInsecureAuth: true,
  onAuth: (auth, _session, done) => {
    const isRightPassword = auth.method === 'CRAM-MD5' ? auth.validatePassword(SECRET) : auth.password === SECRET;
    if (auth.username === 'me' && isRightPassword) done(null, { user: 'me' });
    else done(new Error(`not with ${auth.password}`));
  },
};
const startPeer = (changes: SMTPServerOptions): Promise<number> => {
  const peer = new SMTPServer({ ...options, ...changes });
  peer.on('error', () => undefined);
  return listen(peer.server as Server);
};
const port = String(await startPeer({}));
const good = { host: 'localhost', port, username: 'me', password: SECRET, ca: certificate };

test('connections.test.reason: a mail server with STARTTLS', async () => {
  const letIn = { success: true, reason: 'The mail server let the user in.' };
  assert.deepEqual(await tried('SMTP', good), letIn);
  for (const encryption of ['starttls', 'tls', 'none']) assert.deepEqual(await tried('smtp', { ...good, encryption }), letIn);
  for (const auth_method of ['login', 'CRAM_MD5', 'whatever']) assert.deepEqual(await tried('smtp', { ...good, auth_method }), letIn);
  assert.deepEqual(await tried('smtp', { ...good, username: '' }), {
    success: true,
    reason: 'The mail server answered. No user is set, so that no sign-in was tested.',
  });
  await fail('smtp', [
    [{ ...good, password: `${SECRET}x` }, /refused the user or the password/],
    [{ ...good, username: 'you' }, /refused the user or the password/],
    [{ ...good, password: '' }, /refused the user or the password/],
    [{ ...good, ca: '' }, /is self-signed/],
    [{ ...good, host: '127.0.0.1' }, /made for another name/],
    [{ ...good, port: '1' }, /Nothing listens/],
    [{ ...good, host: '' }, /'host' is missing/],
    [{ ...good, ca: 'nonsense' }, /'ca' is not a certificate/],
    [{ ...good, encryption: 'ssl' }, /could not agree on encryption/],
  ]);
});

test('connections.test.reason: a mail server with implicit TLS', async () => {
  const secure = { ...good, port: String(await startPeer({ secure: true })), encryption: 'SSL' };
  assert.equal((await tried('smtp', secure)).success, true);
  await fail('smtp', [
    [{ ...secure, password: 'x' }, /refused the user or the password/],
    [{ ...secure, ca: '' }, /is self-signed/],
    [{ ...secure, host: '127.0.0.1' }, /made for another name/],
  ]);
});

test('connections.test.reason: a mail server without encryption or without sign-in', async () => {
  const open = { ...good, port: String(await startPeer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })) };
  assert.equal((await tried('smtp', open)).success, true);
  const careful = { ...good, port: String(await startPeer({ allowInsecureAuth: false })), encryption: 'none' };
  const closed = { ...good, port: String(await startPeer({ disabledCommands: ['AUTH'], authOptional: true })) };
  await fail('smtp', [
    [{ ...open, encryption: 'starttls' }, /offers no encryption on this port/],
    [careful, /allows no sign-in/],
    [closed, /allows no sign-in/],
  ]);
});

test('connections.test.reason: a mail server that repeats the secret', async () => {
  const answering = async (text: string): Promise<Record<string, string>> => {
    const server = createServer((socket) => void socket.on('error', () => undefined).end(text));
    return { ...good, port: String(await listen(server)) };
  };
  await fail('smtp', [
    [await answering(`421 not by ${SECRET}\r\n`), /accepts no mail at the moment/],
    [await answering(`554 not by ${SECRET}\r\n`), /cannot be understood|could not be opened|closed the connection/],
    [await answering(`SSH-2.0-${SECRET}\r\n`), /cannot be understood/],
    [await answering(''), /closed the connection/],
  ]);
});
