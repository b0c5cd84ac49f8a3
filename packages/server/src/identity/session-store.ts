/** Sessions: sign-ins of people, each in one browser. The secret is in a cookie; the database has its keyed hash. */
import { timingSafeEqual } from 'node:crypto';
import { newId } from '../core/base/id.ts';
import type { Limits } from '../core/base/limits.ts';
import { forbidden } from '../core/base/problem.ts';
import { sql, storable, type Tx } from '../core/database/sql.ts';
import type { BatchedStatement, StatementBatcher } from '../core/database/statement-batcher.ts';
import { cookieText, ownCookie, readCookie } from '../core/http/headers.ts';
import { actorColumns, type ActorRow, foundBySecret, isStale, noteUse, toActor } from './actor-rows.ts';
import type { Actor } from './actor.ts';
import type { Scheme } from './schemes.ts';
import type { Tokens } from './tokens.ts';

/** A session, as it is found for a request. */
export type FoundSession = { id: string; actor: Actor };

/** A session in the list of a person. Times are those of the database. */
export type SessionRow = { id: string; address: string; user_agent: string; created_at: Date; last_used_at: Date };

const MAX_AGENT_CHARACTERS = 300;

type Parts = { tokens: Tokens; batcher: StatementBatcher; limits: Limits; publicUrl(): string };

/** The sessions of an install. */
export class SignInSessions {
  readonly #parts: Parts;
  readonly #found: BatchedStatement<string, FoundSession | undefined>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#found = foundBySecret(parts.tokens, (tx, hashes) => this.#select(tx, hashes));
  }

  /** Reads the secret of a session from the header Cookie; undefined if it has none. */
  secretIn(cookies: string | undefined): string | undefined {
    return readCookie(this.#cookie(), cookies);
  }

  /**
   * The header Set-Cookie that gives a browser the secret of a session, or with undefined removes it.
   * @rule sign-in.session.cookie
   */
  cookieFor(secret: string | undefined): string {
    return cookieText(this.#cookie(), secret ?? '', secret === undefined ? 0 : this.#parts.limits.sessionMinutes * 60);
  }

  /** The CSRF token that changing calls with the cookie must send. It is bound to the session, and another site cannot read it. */
  csrfToken(secret: string): string {
    return this.#parts.tokens.hash(`csrf ${secret}`).toString('base64url');
  }

  /** Returns whether a text is the CSRF token of a session. */
  fitsCsrfToken(secret: string, token: string | undefined): boolean {
    const [expected, sent] = [Buffer.from(this.csrfToken(secret)), Buffer.from(token ?? '')];
    return expected.length === sent.length && timingSafeEqual(expected, sent);
  }

  /**
   * Starts a session and returns its secret.
   * @rule sign-in.session.new-id
   */
  async begin(tx: Tx, { account, address, userAgent }: { account: string; address: string; userAgent: string }): Promise<string> {
    const { secret, hash } = this.#parts.tokens.create('session');
    await tx.rows(sql`
      insert into sign_in_session (id, account_id, hash, address, user_agent)
      values (${newId()}, ${account}, ${hash}, ${address}, ${storable(userAgent.slice(0, MAX_AGENT_CHARACTERS))})`);
    return secret;
  }

  /**
   * Finds a session by its secret; undefined if it is unknown or has ended, or its account is inactive.
   * @rule sign-in.session.lifetime
   */
  find(secret: string): Promise<FoundSession | undefined> {
    return this.#parts.batcher.run(this.#found, secret);
  }

  /** Lists the sessions of an account that have not ended, the last used one first. */
  list(tx: Tx, account: string): Promise<SessionRow[]> {
    const { sessionIdleMinutes, sessionMinutes } = this.#parts.limits;
    return tx.rows(sql`
      select id, address, user_agent, created_at, last_used_at
      from sign_in_session
      where account_id = ${account}
        and last_used_at > now() - make_interval(mins => ${sessionIdleMinutes})
        and created_at > now() - make_interval(mins => ${sessionMinutes})
      order by last_used_at desc, id`);
  }

  /** Ends a session of an account; false if there is none. */
  end(tx: Tx, account: string, id: string): Promise<boolean> {
    return tx.any(sql`
      delete from sign_in_session
      where id = ${id}
        and account_id = ${account}
      returning id`);
  }

  /** Ends the session of a secret. */
  async endBySecret(tx: Tx, secret: string): Promise<void> {
    await tx.rows(sql`
      delete from sign_in_session
      where hash = ${this.#parts.tokens.hash(secret)}`);
  }

  /** Ends the sessions of an account, except the one with the id; false if there is none. */
  async endAll(tx: Tx, account: string, except?: string): Promise<boolean> {
    const ended = await tx.rows(sql`
      delete from sign_in_session
      where account_id = ${account}
        and id is distinct from ${except ?? null}
      returning id`);
    return ended.length > 0;
  }

  /** Removes the rows of sessions that have ended. */
  async removeEnded(tx: Tx): Promise<void> {
    const { sessionIdleMinutes, sessionMinutes } = this.#parts.limits;
    await tx.rows(sql`
      delete from sign_in_session
      where last_used_at <= now() - make_interval(mins => ${sessionIdleMinutes})
         or created_at <= now() - make_interval(mins => ${sessionMinutes})`);
  }

  #cookie() {
    return ownCookie('millrace_session', this.#parts.publicUrl());
  }

  /** @rule sign-in.session.use */
  async #select(tx: Tx, hashes: Buffer[]): Promise<Map<string, FoundSession>> {
    const { sessionIdleMinutes, sessionMinutes } = this.#parts.limits;
    const rows = await tx.rows<ActorRow & { hash: string; session_id: string; stale: boolean }>(sql`
      select encode(s.hash, 'hex') as hash, s.id as session_id, ${actorColumns},
             ${isStale(sql`s.last_used_at`)} as stale
      from sign_in_session s
      join account a on a.id = s.account_id
      where s.hash = any (${hashes}::bytea[])
        and a.active
        and s.last_used_at > now() - make_interval(mins => ${sessionIdleMinutes})
        and s.created_at > now() - make_interval(mins => ${sessionMinutes})`);
    const stale = rows.filter((row) => row.stale).map((row) => row.session_id);
    // Another process may store the use of some of them.
    await noteUse(stale, (ids) =>
      tx.rows(sql`
        update sign_in_session
        set last_used_at = now()
        where id in (
          select id
          from sign_in_session
          where id = any (${ids}::uuid[])
          order by id
          for no key update skip locked)`),
    );
    return new Map(rows.map((row) => [row.hash, { id: row.session_id, actor: toActor(row) }]));
  }
}

/** Headers that may contain the CSRF token: that of the documents, and that of published clients. */
export const CSRF_HEADERS = ['service-csrf-token', 'qlik-csrf-token'] as const;

/**
 * Builds the scheme of sessions. A browser sends their cookie automatically, so changing calls also need a CSRF token; without it they are refused.
 * @rule sign-in.csrf.required
 */
export function sessionScheme(sessions: SignInSessions): Scheme {
  return {
    fits: ({ type }) => type === 'session',
    async identify(credential, route) {
      if (credential.type !== 'session') return undefined;
      const found = await sessions.find(credential.secret);
      if (found && !/^(?:GET|HEAD|OPTIONS) /.test(route) && !sessions.fitsCsrfToken(credential.secret, credential.csrfToken))
        throw forbidden(
          'CSRF-TOKEN-2',
          `A changing call with the cookie of a session needs the token of GET /api/v1/csrf-token in the header ${CSRF_HEADERS[0]}.`,
        );
      return found?.actor;
    },
  };
}
