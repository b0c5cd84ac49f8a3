/** The status messages of deliveries: the fault, its place, and the remedy. Messages of other systems are not repeated. */
import { DELIVERY_NETWORKS, OUTBOUND_ALLOW } from '../../../core/outbound/settings.ts';
import { AddressClosed, closedAddressMessage } from '../../../core/outbound/outbound.ts';
import { RevocationRefusal } from '../../../core/outbound/revocation.ts';
import { ATTEMPT_SECONDS } from './bounds.ts';
import { FAILING_DAYS } from '../delivery-queue/index.ts';
import { GIVE_UP_DAYS, isGone, isSuccess } from './rules.ts';

const CLOSED = 'The receiver closed the connection before it answered: look at its log.';
const UNKNOWN_AUTHORITY =
  'The certificate of the receiver comes from an authority that Millrace does not know: an operator can add the authority by MILLRACE_WEBHOOK_CA.';
const NO_ENCRYPTION = 'The receiver and Millrace could not agree on encryption: check that the port of the address speaks HTTPS.';
const UNKNOWN_NAME = 'The name of the receiver is not known on the machine of Millrace: check the address of the webhook.';

const FAULTS: Readonly<Record<string, string>> = {
  NO_ANSWER_IN_TIME: `The receiver did not answer within ${ATTEMPT_SECONDS} seconds: it should answer first and process the event later.`,
  ENOTFOUND: UNKNOWN_NAME,
  EAI_AGAIN: 'The name service of the machine of Millrace does not answer, so the receiver was not found.',
  ECONNREFUSED: 'Nothing listens at the address of the receiver: check that it runs, and the port in the address of the webhook.',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  EHOSTUNREACH: 'The machine of Millrace has no route to the receiver: check the network and its firewalls.',
  ENETUNREACH: 'The machine of Millrace has no route to the network of the receiver: check the network and its firewalls.',
  ETIMEDOUT: 'The receiver could not be reached in time: check the network and its firewalls.',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired: renew it.',
  CERT_NOT_YET_VALID: 'The certificate of the receiver is not valid yet: check the clocks of the receiver and of Millrace.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is made for another name: check the address of the webhook.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'The certificate of the receiver is self-signed: have an authority sign it, or let an operator add it by MILLRACE_WEBHOOK_CA.',
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_ENCRYPTION,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_ENCRYPTION,
  EPROTO: NO_ENCRYPTION,
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer of the receiver are too long.',
  HPE_INVALID_CONSTANT: 'The answer of the receiver is not HTTP: check the port in the address of the webhook.',
};

const OTHER = 'The delivery failed before the receiver answered: check the address of the webhook and the log of the receiver.';

/** The message for a delivery that Millrace could not send because a stored secret cannot be read. */
export const UNREADABLE =
  'The secret or the encrypted headers of the webhook cannot be read with the key of this install: let an operator add the former key, or set them again.';

/** The message for waiting deliveries that are too old. */
export const TOO_OLD = `The event could not be delivered within ${GIVE_UP_DAYS} days, so Millrace gave it up: look at earlier deliveries of the webhook.`;

/** The message for an error before the answer. */
export function messageOfFault(error: unknown): string {
  if (error instanceof AddressClosed)
    return closedAddressMessage(error.kind, `${OUTBOUND_ALLOW}, or in ${DELIVERY_NETWORKS} for webhooks alone`);
  if (error instanceof RevocationRefusal) return error.message;
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string') return error instanceof AggregateError ? messageOfFault(error.errors[0] ?? new Error(OTHER)) : OTHER;
  return FAULTS[code] ?? (code.startsWith('HPE_') ? (FAULTS['HPE_INVALID_CONSTANT'] as string) : OTHER);
}

/** The message for an answer. */
export function messageOfStatus(status: number): string {
  if (isSuccess(status)) return `The receiver answered ${status}.`;
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}: redirects are not followed. Set the webhook to the address that the receiver redirects to.`;
  if (isGone(status)) return 'The receiver answered 410 (gone): the webhook was disabled.';
  if (status === 401 || status === 403) return `The receiver answered ${status}: check the credentials in the headers of the webhook.`;
  if (status === 404) return 'The receiver answered 404: check the path in the address of the webhook.';
  if (status === 429) return 'The receiver answered 429: it gets more deliveries than it accepts.';
  return `The receiver answered ${status}: look at its log. A delivery arrived only if the status is 200 to 299.`;
}

/** The reason why Millrace disables a webhook whose receiver does not exist any more. */
export const DISABLED_AS_GONE = { code: 'gone', reason: 'The receiver answered 410 (gone): it wants no more deliveries.' };
/** The reason why Millrace disables a webhook that has failed for a long time. */
export const DISABLED_AS_FAILING = { code: 'failing', reason: `Every delivery failed for ${FAILING_DAYS} days.` };
