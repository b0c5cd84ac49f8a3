/** Probes MySQL and MariaDB. */
import { isAddress } from '../../../../core/base/addresses.ts';
import { openProbeSocket, trustOf, addressOf, isOn, requiredUser, type Probe, type Values } from './probe.ts';
import { ProbeFailure, NOT_UNDERSTOOD, ProbeRefusal } from './reasons.ts';

/** Signs in to a server, and opens the database if the connection names one. */
export const probeMysql: Probe = async (values, outbound, signal) => {
  const address = addressOf(values, 3306);
  const user = requiredUser(values);
  const database = values.get('database') || undefined;
  const encryption = wantsEncryption(values) && { ssl: { ...trustOf(values), ...CHECKED, verifyIdentity: !isAddress(address.host) } };
  const { createConnection } = await import('mysql2/promise');
  const socket = await openProbeSocket(outbound, address, signal);
  try {
    const connection = await createConnection({
      ...address,
      user,
      password: values.get('password') ?? '',
      ...(database !== undefined && { database }),
      ...encryption,
      stream: socket,
      // A server may request files of a client: refuse that.
      flags: ['-LOCAL_FILES'],
    });
    connection.destroy();
    return database === undefined ? 'The server let the user in.' : 'The database was opened.';
  } catch (error) {
    // If the server speaks another protocol, the library often waits for the rest of a packet.
    throw signal.aborted && socket.bytesRead > 0 ? new ProbeRefusal(NOT_UNDERSTOOD) : failureOf(error);
  }
};

const CHECKED = { rejectUnauthorized: true };
const MARIADB_ACCOUNT_LOCKED = 4151;

/** The library has one code for all failures of encryption, and does not know the error numbers of MariaDB. */
function failureOf(error: unknown): unknown {
  const { code, errno, message } = error as { code?: string; errno?: number; message: string };
  if (errno === MARIADB_ACCOUNT_LOCKED) return new ProbeFailure('ER_ACCOUNT_HAS_BEEN_LOCKED');
  if (code !== 'HANDSHAKE_SSL_ERROR') return error;
  return new ProbeFailure(CERTIFICATE_FAULTS.find(([words]) => words.test(message))?.[1] ?? 'ETLS');
}

const CERTIFICATE_FAULTS: readonly [RegExp, string][] = [
  [/certificate in certificate chain/, 'SELF_SIGNED_CERT_IN_CHAIN'],
  [/self-signed/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/unable to (?:verify|get)/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/expired/, 'CERT_HAS_EXPIRED'],
  [/not yet valid/, 'CERT_NOT_YET_VALID'],
  [/altnames|does not match/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
];

/** The JDBC parameters have options of their own that turn encryption on. */
const wantsEncryption = (values: Values): boolean =>
  isOn(values, 'ssl') ||
  /(?:^|[?&;])(?:useSSL=true|requireSSL=true|sslMode=(?:REQUIRED|VERIFY_CA|VERIFY_IDENTITY))(?:$|[&;])/i.test(
    values.get('jdbc_parameters') ?? '',
  );
