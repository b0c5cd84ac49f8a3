/** Probes mail servers. */
import { isAddress } from '../../../../core/base/addresses.ts';
import { encryptSocket } from '../../../../core/outbound/outbound.ts';
import { openProbeSocket, trustOf, addressOf, userOf, type Probe, type Values } from './probe.ts';
import { ProbeFailure } from './reasons.ts';

const METHODS = new Set(['PLAIN', 'LOGIN', 'CRAM-MD5']);

/** Connects to a mail server, encrypts the connection if that is set or offered, and signs in if there is a user. It sends no mail. */
export const probeSmtp: Probe = async (values, outbound, signal) => {
  const encryption = (values.get('encryption') || 'auto').toLowerCase();
  const address = addressOf(values, encryption === 'ssl' ? 465 : 587);
  const user = userOf(values);
  const implicitTls = encryption === 'ssl' || (encryption === 'auto' && address.port === 465);
  const { createTransport } = await import('nodemailer');
  const plain = await openProbeSocket(outbound, address, signal);
  try {
    const transport = createTransport({
      ...address,
      connection: implicitTls ? await encryptSocket(plain, address.host, trustOf(values)) : plain,
      secure: implicitTls,
      secured: implicitTls,
      requireTLS: encryption === 'starttls' || encryption === 'tls',
      ignoreTLS: encryption === 'none',
      tls: { ...trustOf(values), ...(!isAddress(address.host) && { servername: address.host }) },
      logger: false,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(user !== undefined && { auth: { user, pass: values.get('password') ?? '' }, forceAuth: true }),
      ...methodOf(values),
    });
    await transport.verify();
    return user === undefined
      ? 'The mail server answered. No user is set, so that no sign-in was tested.'
      : 'The mail server let the user in.';
  } catch (error) {
    throw failureOf(error, encryption);
  } finally {
    plain.destroy();
  }
};

function methodOf(values: Values): { authMethod?: string } {
  const method = values.get('auth_method')?.toUpperCase().replace('_', '-') ?? '';
  return METHODS.has(method) ? { authMethod: method } : {};
}

/** The library says which command failed; the response code comes from the mail server. */
function failureOf(error: unknown, encryption: string): unknown {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  if (responseCode === 421) return new ProbeFailure('SMTP_BUSY');
  if (command === 'STARTTLS' && responseCode !== undefined && (encryption === 'starttls' || encryption === 'tls'))
    return new ProbeFailure('SMTP_NO_STARTTLS');
  if (code === 'EAUTH' && responseCode !== undefined && [500, 502, 503, 504, 530, 538].includes(responseCode))
    return new ProbeFailure('SMTP_NO_LOGIN');
  return error;
}
