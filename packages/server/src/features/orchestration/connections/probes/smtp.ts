/** Mail servers. */
import { encryptSocket, isAddress } from '../../../../core/outbound/outbound.ts';
import { dial, trustOf } from './dial.ts';
import { addressOf, userOf, type Probe, type Values } from './probe.ts';
import { ProbeFailure } from './reasons.ts';

const METHODS = new Set(['PLAIN', 'LOGIN', 'CRAM-MD5']);

/** Greets a mail server, encrypts where that is wanted or offered, and signs in if there is a user. No mail is sent. */
export const probeSmtp: Probe = async (values, outbound, signal) => {
  const asked = (values.get('encryption') || 'auto').toLowerCase();
  const address = addressOf(values, asked === 'ssl' ? 465 : 587);
  const user = userOf(values);
  const atOnce = asked === 'ssl' || (asked === 'auto' && address.port === 465);
  const { createTransport } = await import('nodemailer');
  const plain = await dial(outbound, address, signal);
  try {
    const transport = createTransport({
      ...address,
      connection: atOnce ? await encryptSocket(plain, address.host, trustOf(values)) : plain,
      secure: atOnce,
      secured: atOnce,
      requireTLS: asked === 'starttls' || asked === 'tls',
      ignoreTLS: asked === 'none',
      tls: { ...trustOf(values), ...(!isAddress(address.host) && { servername: address.host }) },
      logger: false,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(user !== undefined && { auth: { user, pass: values.get('password') ?? '' }, forceAuth: true }),
      ...methodOf(values),
    });
    await transport.verify();
    return user === undefined ? 'The mail server answered; nobody signed in.' : 'The mail server let the user in.';
  } catch (error) {
    throw named(error, asked);
  } finally {
    plain.destroy();
  }
};

function methodOf(values: Values): { authMethod?: string } {
  const method = values.get('auth_method')?.toUpperCase().replace('_', '-') ?? '';
  return METHODS.has(method) ? { authMethod: method } : {};
}

/** The library names the step that failed; the number is the mail server's. */
function named(error: unknown, asked: string): unknown {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  if (responseCode === 421) return new ProbeFailure('SMTP_BUSY');
  if (command === 'STARTTLS' && responseCode !== undefined && (asked === 'starttls' || asked === 'tls'))
    return new ProbeFailure('SMTP_NO_STARTTLS');
  if (code === 'EAUTH' && responseCode !== undefined && [500, 502, 503, 504, 530, 538].includes(responseCode))
    return new ProbeFailure('SMTP_NO_LOGIN');
  return error;
}
