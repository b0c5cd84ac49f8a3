/** Probes SFTP. */
import { createHash } from 'node:crypto';
import type { Client } from 'ssh2';
import { openProbeSocket, addressOf, requiredUser, type Probe, type Values } from './probe.ts';
import { ProbeFailure, ProbeRefusal } from './reasons.ts';

/** Signs in by password or key, and opens the SFTP subsystem. */
export const probeSftp: Probe = async (values, outbound, signal) => {
  const address = addressOf(values, 22);
  const user = requiredUser(values);
  const password = values.get('password') || undefined;
  const key = values.get('private_key') || undefined;
  if (password === undefined && key === undefined)
    throw new ProbeRefusal("The parameters 'password' and 'private_key' are both missing: set one of them.");
  const { Client, utils } = (await import('ssh2')).default;
  const passphrase = values.get('passphrase') || undefined;
  if (key !== undefined && utils.parseKey(key, passphrase) instanceof Error) throw new ProbeFailure('SFTP_PRIVATE_KEY');
  const socket = await openProbeSocket(outbound, address, signal);
  const client = new Client();
  try {
    // Some servers accept a password only as the answer to a prompt.
    client.on('keyboard-interactive', (_name, _text, _language, prompts, answer) =>
      answer(prompts.length === 1 && password !== undefined ? [password] : []),
    );
    const fingerprint = await signIn(client, values, {
      sock: socket,
      username: user,
      tryKeyboard: password !== undefined,
      ...(password !== undefined && { password }),
      ...(key !== undefined && { privateKey: key }),
      ...(passphrase !== undefined && { passphrase }),
    });
    await beginTransfer(client);
    return `The server let the user in and transfers files; its host key is ${fingerprint}.`;
  } finally {
    client.destroy();
    socket.destroy();
  }
};

/** Signs in, and returns the fingerprint of the host key. */
function signIn(client: Client, values: Values, config: Parameters<Client['connect']>[0]): Promise<string> {
  const expected = values.get('host_key') || undefined;
  let fingerprint = '';
  return new Promise((resolve, reject) => {
    client.once('ready', () => resolve(fingerprint));
    client.on('error', (error) =>
      reject(
        expected !== undefined && fingerprint !== '' && fingerprint !== expected ? new ProbeFailure('SFTP_HOST_KEY') : failureOf(error),
      ),
    );
    client.once('close', () => reject(new ProbeFailure('ECONNRESET')));
    client.connect({
      ...config,
      hostVerifier: (key: Buffer) => {
        fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
        return expected === undefined || expected === fingerprint;
      },
    });
  });
}

/** The library classifies its errors by `level`. */
function failureOf(error: Error & { level?: string }): Error {
  if (error.level === 'client-authentication') return new ProbeFailure('SFTP_AUTHENTICATION');
  if (error.level === 'handshake' || error.level === 'protocol') return new ProbeFailure('SFTP_HANDSHAKE');
  return error;
}

const beginTransfer = (client: Client): Promise<void> =>
  new Promise((resolve, reject) => {
    client.sftp((error, sftp) => {
      if (error) return reject(new ProbeFailure('SFTP_SUBSYSTEM'));
      sftp.on('error', reject);
      return sftp.realpath('.', (failure) => (failure ? reject(new ProbeFailure('SFTP_SUBSYSTEM')) : resolve()));
    });
  });
