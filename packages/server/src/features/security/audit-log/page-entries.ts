/** Entries for actions of people on pages, which are no operations of the API. */
import { newId } from '../../../core/base/id.ts';
import type { Tx } from '../../../core/database/db.ts';
import { storable } from '../../../core/database/sql.ts';
import type { PageCall } from '../../../core/http/page.ts';
import { storedBody, USER_AGENT_CHARACTERS, type Author, type NewEntry } from './entry.ts';
import { insertEntries } from './queries.ts';

/** The pages whose use is recorded, by their paths, with their actions. */
const PAGES = {
  '/device/decision': { method: 'POST', action: 'oauth.allow-device' },
  '/login': { method: 'POST', action: 'sign-in.submit-login' },
  '/login/code': { method: 'POST', action: 'sign-in.submit-code' },
  '/login/openid/callback': { method: 'GET', action: 'sign-in.submit-openid' },
  '/set-password': { method: 'POST', action: 'sign-in.set-own-password' },
  '/account/password': { method: 'POST', action: 'sign-in.change-own-password' },
  '/account/sessions': { method: 'POST', action: 'sign-in.end-own-sessions' },
  '/account/programs': { method: 'POST', action: 'oauth-tokens.take-back-access' },
  '/account/second-factor/confirm': { method: 'POST', action: 'sign-in.add-own-second-factor' },
  '/oauth/consent': { method: 'POST', action: 'oauth.allow-client' },
  '/account/second-factor/remove': { method: 'POST', action: 'sign-in.remove-own-second-factor' },
} as const;

/** The path of a page whose use is recorded. */
export type RecordedPage = keyof typeof PAGES;

/** The data of an entry of a page, except its caller. The bodies contain no secret. */
export type PageFacts = { page: RecordedPage; status: number; sent?: unknown; answer?: unknown };

type Caller = Pick<PageCall, 'client' | 'requestId' | 'header'>;

/** Builds the entry of a page. The query of the page is never part of it: it may contain a token. */
export const entryOfPage = (
  { client, requestId, header }: Caller,
  author: Author,
  { page, status, sent, answer }: PageFacts,
): NewEntry => ({
  id: newId(),
  tenant_id: author.tenant,
  account_id: author.id,
  action: PAGES[page].action,
  login: author.login,
  request_id: requestId,
  client_address: client.address,
  method: PAGES[page].method,
  url: page,
  user_agent: header('user-agent') && storable(header('user-agent') ?? '').slice(0, USER_AGENT_CHARACTERS),
  request_body: storedBody(sent),
  status,
  response_body: storedBody(answer),
});

/**
 * Records a change that a person has made on a page, in the transaction of the change.
 * @rule sign-in.account.record
 */
export const recordPageChange = (tx: Tx, call: Caller, author: Author, facts: PageFacts): Promise<unknown> =>
  tx.rows(insertEntries([entryOfPage(call, author, facts)]));
