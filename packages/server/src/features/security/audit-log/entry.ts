/** Entries of the audit log, as they are written. */
import { newId } from '../../../core/base/id.ts';
import { storable } from '../../../core/database/sql.ts';
import type { ChangeFacts } from '../../../core/http/changes.ts';
import { actionOf } from './actions.ts';
import { answerWithoutSecrets, requestWithoutSecrets, urlWithoutSecrets } from './without-secrets.ts';

/** An entry before it is stored; the database adds its number and the email address of the account. */
export type NewEntry = {
  id: string;
  tenant_id: string;
  account_id: string | undefined;
  action: string;
  login: string;
  request_id: string;
  client_address: string;
  method: string;
  url: string;
  user_agent: string | undefined;
  request_body: string | undefined;
  status: number;
  response_body: string | undefined;
};

/** The account to which an entry belongs. */
export type Author = { tenant: string; id: string | undefined; login: string };

/** The maximum bytes of a stored body. */
const BODY_BYTES = 16 * 1024;
/** The maximum characters of the other texts of a request. */
const TEXT_CHARACTERS = 2000;
/** The maximum characters of the name of a program. */
export const USER_AGENT_CHARACTERS = 500;

/** Builds the entry of a change. */
export function entryOf(facts: ChangeFacts): NewEntry {
  if (!facts.actor) throw new Error(`${facts.route} has no account`);
  return entryBy(facts.actor, facts);
}

/** Builds the entry of a call for an account whose identity the call does not prove. */
export const entryBy = (author: Author, facts: ChangeFacts): NewEntry => ({
  id: newId(),
  tenant_id: author.tenant,
  account_id: author.id,
  action: actionOf(facts.route),
  login: author.login,
  request_id: facts.requestId,
  client_address: facts.client,
  method: facts.route.slice(0, facts.route.indexOf(' ')),
  url: storable(urlWithoutSecrets(facts.route, facts.url)).slice(0, TEXT_CHARACTERS),
  user_agent: facts.userAgent === undefined ? undefined : storable(facts.userAgent).slice(0, USER_AGENT_CHARACTERS),
  request_body: storedBody(requestWithoutSecrets(facts.route, facts.body)),
  status: facts.status,
  response_body: storedBody(answerWithoutSecrets(facts.route, facts.status, facts.answer)),
});

/**
 * Converts a body to text, and cuts it if it is too long.
 * @rule audit-log.entry.size
 */
export function storedBody(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  const text = JSON.stringify(body);
  // A character has at most three bytes in UTF-8 for each unit of a text.
  if (text.length * 3 <= BODY_BYTES) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= BODY_BYTES) return text;
  let end = BODY_BYTES;
  // The following bytes of a character begin with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.subarray(0, end).toString()}… (cut: ${bytes.length} bytes in all)`;
}
