/** MySQL and MariaDB. */
import { isAddress } from '../../../../core/outbound/outbound.ts';
import { dial, trustOf } from './dial.ts';
import { addressOf, isOn, wantedUser, type Probe, type Values } from './probe.ts';
import { ProbeFailure, NOT_UNDERSTOOD, ProbeRefusal } from './reasons.ts';

/** Signs in to a server, and to a database on it if one is named. */
export const probeMysql: Probe = async (values, outbound, signal) => {
  const address = addressOf(values, 3306);
  const user = wantedUser(values);
  const database = values.get('database') || undefined;
  const encryption = wantsEncryption(values) && { ssl: { ...trustOf(values), ...CHECKED, verifyIdentity: !isAddress(address.host) } };
  const { createConnection } = await import('mysql2/promise');
  const socket = await dial(outbound, address, signal);
  try {
    const connection = await createConnection({
      ...address,
      user,
      password: values.get('password') ?? '',
      ...(database !== undefined && { database }),
      ...encryption,
      stream: socket,
      // A server may ask a client for its files: this one has none to give.
      flags: ['-LOCAL_FILES'],
    });
    connection.destroy();
    return database === undefined ? 'The server let the user in.' : 'The database was opened.';
  } catch (error) {
    // What is no such server at all often makes the library wait for the rest of a packet.
    throw signal.aborted && socket.bytesRead > 0 ? new ProbeRefusal(NOT_UNDERSTOOD) : named(error);
  }
};

const CHECKED = { rejectUnauthorized: true };
const MARIADB_ACCOUNT_LOCKED = 4151;

/** The library gives every failure of encryption one code, and does not know the numbers of MariaDB. */
function named(error: unknown): unknown {
  const { code, errno, message } = error as { code?: string; errno?: number; message: string };
  if (errno === MARIADB_ACCOUNT_LOCKED) return new ProbeFailure('ER_ACCOUNT_HAS_BEEN_LOCKED');
  if (code !== 'HANDSHAKE_SSL_ERROR') return error;
  return new ProbeFailure(CERTIFICATES.find(([words]) => words.test(message))?.[1] ?? 'ETLS');
}

const CERTIFICATES: readonly [RegExp, string][] = [
  [/certificate in certificate chain/, 'SELF_SIGNED_CERT_IN_CHAIN'],
  [/self-signed/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/unable to (?:verify|get)/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/expired/, 'CERT_HAS_EXPIRED'],
  [/not yet valid/, 'CERT_NOT_YET_VALID'],
  [/altnames|does not match/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
];

/** JDBC addresses say it in their own words. */
const wantsEncryption = (values: Values): boolean =>
  isOn(values, 'ssl') ||
  /(?:^|[?&;])(?:useSSL=true|requireSSL=true|sslMode=(?:REQUIRED|VERIFY_CA|VERIFY_IDENTITY))(?:$|[&;])/i.test(
    values.get('jdbc_parameters') ?? '',
  );
