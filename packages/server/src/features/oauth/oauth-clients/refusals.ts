/** Refused requests of OAuth clients: gathered in memory, stored for a week, and shown to the owner of the client. */
import type { Code, Schema } from '@millrace/contract';
import type { Timer } from '../../../core/background/jobs.ts';
import { now } from '../../../core/base/clock.ts';
import { hasIdForm, newId, timeOfId } from '../../../core/base/id.ts';
import type { Problem } from '../../../core/base/problem.ts';
import { WriteBuffer } from '../../../core/base/in-memory.ts';
import { sql, storable, type Tx } from '../../../core/database/sql.ts';
import { idSort, type RecordKind } from '../../../core/http/cursor-lists.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { ownClients } from './rows.ts';

/** A refused request that names a client. */
type RefusedClientRequest = { client: string; endpoint: string; grantType?: string | undefined; problem: Problem; address: string };

/** Limits, so that callers cannot fill the memory: different refusals of a client in a minute, refusals in memory, and the characters of a text. */
const MAX_PER_MINUTE = 20;
const MAX_WAITING = 10_000;
const MAX_CHARACTERS = 1000;
const MINUTE = 60_000;

/** The advice by code, for refusals whose exact reason has none. */
const ADVICE: Partial<Record<Code, string>> = {
  access_denied: 'Check the user, and what the tenant allows.',
  invalid_scope: 'Ask for other scopes, or add scopes to allowedScopes of the client.',
  tokens_limit: 'End grants that no program uses: see millrace oauth tokens.',
  unauthorized_client: 'Change allowedGrantTypes of the client, or its connection config.',
};
const OTHER_ADVICE = 'Correct the request that the program sends.';

const shortened = (text: string): string => storable(text.slice(0, MAX_CHARACTERS));

/** The refusals that this process has not stored yet. */
class ClientRefusals extends WriteBuffer<RecordedRefusal> {
  #minute = 0;
  readonly #seen = new WeakSet<Problem>();
  /** Refusals of this minute by client. */
  readonly #recorded = new Map<string, number>();

  /** Marks a refusal as seen. Returns whether it is new: a refusal may be recorded when it becomes a redirect, and again when it is answered. */
  markSeen(problem: Problem): boolean {
    const isNew = !this.#seen.has(problem);
    this.#seen.add(problem);
    return isNew;
  }

  /**
   * Records a refusal; equal ones are counted.
   * @rule oauth-clients.refusals.bounded
   */
  note(facts: RecordedFacts): void {
    const { client } = facts;
    const minute = Math.floor(now().getTime() / MINUTE);
    if (minute !== this.#minute) this.#recorded.clear();
    this.#minute = minute;
    const key = JSON.stringify(facts);
    if (this.#count(key)) return;
    const recorded = this.#recorded.get(client) ?? 0;
    if (recorded < MAX_PER_MINUTE) {
      if (!this.#add(key, facts)) return;
      this.#recorded.set(client, recorded + 1);
      return;
    }
    const others = `more ${client} ${minute}`;
    if (!this.#count(others)) this.#add(others, { ...facts, ...MORE });
  }

  /** Counts a refusal like a recorded one; false if there is none. */
  #count(key: string): boolean {
    const known = this.get(key);
    if (known) this.set(key, { ...known, number: known.number + 1 });
    return known !== undefined;
  }

  /** Adds a refusal; false if the memory has its maximum. */
  #add(key: string, facts: RecordedFacts): boolean {
    if (this.size >= MAX_WAITING) return false;
    this.set(key, { id: newId(), ...facts, number: 1 });
    return true;
  }
}

type RecordedFacts = Omit<RecordedRefusal, 'id' | 'number'>;

const MORE = {
  grantType: null,
  code: 'more',
  reason: `The client has more than ${MAX_PER_MINUTE} different refusals in this minute. The others are only counted.`,
  advice: 'First correct the faults that the other entries show.',
} as const;

/**
 * Records a refused request that names a client, for the owner of the client. If the client does not exist, nothing is stored.
 * @rule oauth-clients.refusals.noted
 */
export function noteRefusal({ processState }: Pick<Platform, 'processState'>, refused: RefusedClientRequest): void {
  const { problem, grantType, ...facts } = refused;
  const refusals = refusalsOf(processState);
  if (!hasIdForm(facts.client) || !refusals.markSeen(problem)) return;
  const { code, message, exact } = problem;
  const { reason = message, advice = ADVICE[code] ?? OTHER_ADVICE } = exact ?? {};
  const texts = { grantType: grantType === undefined ? null : shortened(grantType), reason: shortened(reason), advice: shortened(advice) };
  refusals.note({ ...facts, ...texts, code });
}

const refusalsOf = (processState: Platform['processState']): ClientRefusals => processState.of(ClientRefusals, () => new ClientRefusals());

/** Stores the refusals that a process has recorded. They are at most ten seconds late. */
export const storeRefusals: Timer = {
  name: 'store-client-refusals',
  milliseconds: 10_000,
  does: 'stores refused requests of OAuth clients',
  run: ({ db, processState }) => refusalsOf(processState).flush((recorded) => insertRefusals(db.writer, [...recorded.values()])),
};

/** Rows that one statement removes; larger batches would hold locks for too long. */
const AT_ONCE = 10_000;

/**
 * Removes refusals that are older than a week, in batches.
 * @rule oauth-clients.refusals.week
 */
export const removeOldRefusals: Timer = {
  name: 'remove-old-client-refusals',
  milliseconds: 600_000,
  does: 'removes refused requests of OAuth clients that are older than a week',
  async run({ db }) {
    while ((await removeRefusals(db.writer, AT_ONCE)).length === AT_ONCE);
  },
};

/** A refusal as it is stored; `number` counts equal ones. */
type RecordedRefusal = {
  id: string;
  client: string;
  endpoint: string;
  grantType: string | null;
  code: Code | 'more';
  reason: string;
  advice: string;
  address: string;
  number: number;
};

/** Stores refusals of clients that exist. */
const insertRefusals = (tx: Tx, refusals: readonly RecordedRefusal[]): Promise<unknown> =>
  tx.rows(sql`
    insert into oauth_refusal (id, client_id, endpoint, grant_type, code, reason, advice, address, number)
    select r.id, r.client_id, r.endpoint, r.grant_type, r.code, r.reason, r.advice, r.address, r.number
    from unnest(
      ${refusals.map(({ id }) => id)}::uuid[], ${refusals.map(({ client }) => client)}::uuid[], ${refusals.map(({ endpoint }) => endpoint)}::text[],
      ${refusals.map(({ grantType }) => grantType)}::text[], ${refusals.map(({ code }) => code)}::text[],
      ${refusals.map(({ reason }) => reason)}::text[], ${refusals.map(({ advice }) => advice)}::text[],
      ${refusals.map(({ address }) => address)}::text[], ${refusals.map(({ number }) => number)}::integer[]
    ) as r (id, client_id, endpoint, grant_type, code, reason, advice, address, number)
    join oauth_client c on c.id = r.client_id
    where c.deleted_at is null
    for key share of c
    on conflict do nothing`);

/** Deletes the oldest refusals that are older than a week, up to a limit, and returns them. The first bits of an id are its time. */
const removeRefusals = (tx: Tx, limit: number): Promise<unknown[]> =>
  tx.rows(sql`
    delete from oauth_refusal
    where id in (
      select id
      from oauth_refusal
      where id < (
        lpad(to_hex((extract(epoch from now() - interval '7 days') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
      order by id
      limit ${limit}
      for update skip locked)
    returning id`);

/** The row of a refused request. */
type RefusalRow = Omit<RecordedRefusal, 'client' | 'grantType'> & { grant_type: string | null };

/** The refused requests of a client. */
export const refusalsOfClient = (client: string): RecordKind<RefusalRow, Schema<'OauthRefusal'>> => ({
  noun: 'Refusal',
  path: `/api/v1/oauth-clients/${client}/refusals`,
  sorts: { time: idSort(sql`r.id`) },
  sort: '-time',
  rows: {
    from: sql`oauth_refusal r join oauth_client c on c.id = r.client_id`,
    id: sql`r.id`,
    visible: (actor) => sql`c.id = ${client} and ${ownClients(actor)}`,
    columns: sql`r.id, r.endpoint, r.grant_type, r.code, r.reason, r.advice, r.address, r.number`,
  },
  toJson: (row) => ({
    id: row.id,
    time: timeOfId(row.id).toISOString(),
    endpoint: row.endpoint,
    ...(row.grant_type !== null && { grantType: row.grant_type }),
    code: row.code,
    reason: row.reason,
    advice: row.advice,
    address: row.address,
    number: row.number,
  }),
});
