// run: in test:all because each of its many cases starts a thread
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server as TcpServer } from 'node:net';
import { test } from 'node:test';
import ssh2, { type AuthContext, type Connection } from 'ssh2';
import { listen, startConnectionTester } from '../../../../../test/support/connection-tester.ts';

const SECRET = 'swordfish-7c1';
const PASSPHRASE = 'marlin-4d8';

type KeyPair = { private: string; public: string };
/** Creates a key that ssh2 can read: it cannot read about three in a thousand of the keys that it creates. */
function readable(make: () => KeyPair, passphrase?: string): KeyPair {
  const pair = make();
  return ssh2.utils.parseKey(pair.private, passphrase) instanceof Error ? readable(make, passphrase) : pair;
}
const hostKey = readable(() => ssh2.utils.generateKeyPairSync('ed25519'));
const own = readable(
  () => ssh2.utils.generateKeyPairSync('ed25519', { cipher: 'aes256-ctr', passphrase: PASSPHRASE, rounds: 4 }),
  PASSPHRASE,
);
const unknownKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const ownPublic = ssh2.utils.parseKey(own.public) as ssh2.ParsedKey;
const hostPublic = ssh2.utils.parseKey(hostKey.public) as ssh2.ParsedKey;

const { tried, fail } = await startConnectionTester(SECRET, PASSPHRASE, own.private.slice(100, 140), unknownKey.slice(100, 140));

type PeerOptions = { password?: boolean; question?: boolean; sftp?: boolean };

function isLetIn(context: AuthContext, options: PeerOptions): boolean {
  if (context.username !== 'me') return false;
  if (context.method === 'password') return options.password === true && context.password === SECRET;
  if (context.method !== 'publickey' || !context.key.data.equals(ownPublic.getPublicSSH())) return false;
  return !context.signature || ownPublic.verify(context.blob as Buffer, context.signature, context.hashAlgo) === true;
}

function createPeer(options: PeerOptions): TcpServer {
  const serve = (connection: Connection): void => {
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => {
      if (context.method === 'keyboard-interactive' && options.question)
        return context.prompt([{ prompt: 'Password: ', echo: false }], (answers) =>
          answers[0] === SECRET ? context.accept() : context.reject(),
        );
      return isLetIn(context, options) ? context.accept() : context.reject(['password', 'keyboard-interactive', 'publickey']);
    });
    connection.on('session', (accept) => {
      const session = accept();
      if (options.sftp !== false)
        session.on('sftp', (acceptSftp) => {
          const sftp = acceptSftp();
          sftp.on('REALPATH', (id) => sftp.name(id, [{ filename: '/home/me', longname: '/home/me', attrs: {} as never }]));
        });
    });
  };
  const ssh = new ssh2.Server({ hostKeys: [hostKey.private] }, serve);
  return createServer((socket) => ssh.injectSocket(socket));
}

const port = String(await listen(createPeer({ password: true })));
const good = { host: '127.0.0.1', port, username: 'me', password: SECRET };
const fingerprint = `SHA256:${createHash('sha256').update(hostPublic.getPublicSSH()).digest('base64').replace(/=+$/, '')}`;
const success = { success: true, reason: `The server let the user in and transfers files; its host key is ${fingerprint}.` };

test('connections.test.reason: SFTP by password', async () => {
  assert.deepEqual(await tried('SFTP', good), success);
  assert.deepEqual(await tried('sftp', { ...good, host_key: fingerprint }), success);
  const asking = String(await listen(createPeer({ question: true })));
  assert.deepEqual(await tried('sftp', { ...good, port: asking }), success);
  await fail('sftp', [
    [{ ...good, password: `${SECRET}x` }, /refused the user, the password or the key/],
    [{ ...good, port: asking, password: `${SECRET}x` }, /refused the user, the password or the key/],
    [{ ...good, username: 'you' }, /refused the user, the password or the key/],
    [{ ...good, password: '' }, /'password' and 'private_key' are both missing/],
    [{ ...good, username: '' }, /'username' is missing/],
    [{ ...good, host: '' }, /'host' is missing/],
    [{ ...good, port: '1' }, /Nothing listens/],
    [{ ...good, host_key: 'SHA256:none' }, /host key of the server is not the one/],
  ]);
});

test('connections.test.reason: SFTP by key', async () => {
  const keyed = { ...good, password: '', private_key: own.private, passphrase: PASSPHRASE };
  assert.deepEqual(await tried('sftp', keyed), success);
  await fail('sftp', [
    [{ ...keyed, passphrase: `${PASSPHRASE}x` }, /'private_key' cannot be read/],
    [{ ...keyed, passphrase: '' }, /'private_key' cannot be read/],
    [{ ...keyed, private_key: SECRET }, /'private_key' cannot be read/],
    [{ ...keyed, private_key: unknownKey }, /refused the user, the password or the key/],
  ]);
});

test('connections.test.reason: a server without SFTP', async () => {
  const shell = String(await listen(createPeer({ password: true, sftp: false })));
  const answering = async (text: string): Promise<Record<string, string>> => {
    const server = createServer((socket) => void socket.on('error', () => undefined).end(text));
    return { ...good, port: String(await listen(server)) };
  };
  await fail('sftp', [
    [{ ...good, port: shell }, /offers no SFTP/],
    [await answering(`HTTP/1.1 400 not by ${SECRET}\r\n\r\n`), /speaks no SSH|closed the connection/],
    [await answering(`SSH-2.0-peer\r\n${SECRET.repeat(50)}`), /speaks no SSH|closed the connection|could not be opened/],
    [await answering(''), /closed the connection|speaks no SSH/],
  ]);
});
