import { conflict } from '../../../core/base/problem.ts';
import { sql } from '../../../core/database/sql.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toAllowlistJson, toEntryJson, toObservationJson } from './json.ts';
import {
  findAllowlist,
  findEntry,
  insertAllowlist,
  lockAllowlist,
  lockEntry,
  removeAllowlist,
  removeEntries,
  requireKnownEntries,
  selectAllowlist,
  selectEntries,
  updateAllowlist,
  upsertEntries,
} from './rows.ts';
import { selectObservations } from './recent-addresses.ts';
import { readEntries, replaceById, requireCallerAdmitted, requireRoomForEntries, requireEachEntryOnce } from './rules.ts';

/** Reads the IP allowlist of the tenant. */
export const getIpAllowlist = endpoint('GET /security/ip-allowlist', {
  allow: 'SVC_USER_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    const allowlist = await findAllowlist(tx, actor);
    return { status: 200, body: toAllowlistJson(allowlist, query.detailed === false ? undefined : await selectEntries(tx, actor)) };
  },
});

/**
 * Creates the IP allowlist of the tenant. If it is enabled, it applies at once.
 * @rule ip-allowlist.all.permission
 */
export const createIpAllowlist = endpoint('POST /security/ip-allowlist', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, settings: { limits }, client, body: { enabled, description = null, ips } }) {
    const entries = readEntries((ips ?? []).map(({ description: purpose, ip }) => ({ description: purpose, ip })));
    requireRoomForEntries(entries.length, limits.allowlistEntries);
    requireCallerAdmitted({ enabled, entries }, client);

    await insertAllowlist(tx, actor, { enabled, description });
    await upsertEntries(tx, actor, entries);
    return { status: 201, body: toAllowlistJson({ enabled, description }, entries) };
  },
});

/**
 * Replaces the IP allowlist of the tenant.
 * @rule ip-allowlist.replace.kept
 */
export const replaceIpAllowlist = endpoint('PUT /security/ip-allowlist', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, settings: { limits }, client, body: { enabled, description = null, ips } }) {
    const allowlist = await lockAllowlist(tx, actor);
    requireKnownEntries(allowlist.entries, ips ?? []);
    const sent = ips && readEntries(ips);
    const entries = (sent ?? allowlist.entries).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    requireEachEntryOnce(entries);
    requireRoomForEntries(entries.length, limits.allowlistEntries);
    requireCallerAdmitted({ enabled, entries }, client);

    const kept = new Set(entries.map(({ id }) => id));
    const removed = allowlist.entries.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
    await updateAllowlist(tx, actor, { enabled, description });
    await removeEntries(tx, actor, removed);
    await upsertEntries(tx, actor, sent ?? []);
    return { status: 200, body: toAllowlistJson({ enabled, description }, entries) };
  },
});

/** Enables or disables the IP allowlist of the tenant. */
export const enableIpAllowlist = endpoint('PATCH /security/ip-allowlist', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, settings: { limits }, client, body: { enabled } }) {
    const { description, entries } = await lockAllowlist(tx, actor);
    if (enabled) requireRoomForEntries(entries.length, limits.allowlistEntries);
    requireCallerAdmitted({ enabled, entries }, client);

    await updateAllowlist(tx, actor, { description, enabled });
    return { status: 200 };
  },
});

/** Deletes the IP allowlist of the tenant, if there is one. */
export const deleteIpAllowlist = endpoint('DELETE /security/ip-allowlist', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx }) {
    await removeAllowlist(tx, actor);
    return { status: 204 };
  },
});

/** Lists the entries of the IP allowlist in the order of their creation. */
export const listIpEntries = endpoint('GET /security/ip-allowlist/ips', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx }) {
    return { status: 200, body: (await selectEntries(tx, actor)).map(toEntryJson) };
  },
});

/** Adds entries to the IP allowlist of the tenant. */
export const addIpEntries = endpoint('POST /security/ip-allowlist/ips', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, settings: { limits }, body }) {
    const allowlist = await selectAllowlist(tx, actor, sql`for update`);
    if (!allowlist) throw conflict('allowlist_missing', 'There is no IP allowlist: create it with POST /security/ip-allowlist.');
    const entries = readEntries(body.map(({ description, ip }) => ({ description, ip })));
    requireRoomForEntries((await selectEntries(tx, actor)).length + entries.length, limits.allowlistEntries);

    await updateAllowlist(tx, actor, allowlist);
    await upsertEntries(tx, actor, entries);
    return { status: 201, body: entries.map(toEntryJson) };
  },
});

/**
 * Updates entries of the IP allowlist by their ids.
 * @rule ip-allowlist.replace.ids
 */
export const replaceIpEntries = endpoint('PUT /security/ip-allowlist/ips', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, settings: { limits }, client, body }) {
    const allowlist = await lockAllowlist(tx, actor);
    const changed = readEntries(body);
    requireKnownEntries(allowlist.entries, changed);
    requireEachEntryOnce(changed);
    requireRoomForEntries(allowlist.entries.length, limits.allowlistEntries);
    requireCallerAdmitted({ ...allowlist, entries: replaceById(allowlist.entries, changed) }, client);

    await updateAllowlist(tx, actor, allowlist);
    await upsertEntries(tx, actor, changed);
    return { status: 200, body: changed.map(toEntryJson) };
  },
});

/** Reads an entry of the IP allowlist. */
export const getIpEntry = endpoint('GET /security/ip-allowlist/ips/{ipEntryId}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toEntryJson(findEntry(await selectEntries(tx, actor), path.ipEntryId)) };
  },
});

/** Replaces an entry of the IP allowlist. */
export const replaceIpEntry = endpoint('PUT /security/ip-allowlist/ips/{ipEntryId}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, settings: { limits }, client, path, body: { description, ip } }) {
    const allowlist = await lockEntry(tx, actor, path.ipEntryId);
    const { id } = allowlist.entry;
    const changed = readEntries([{ id, description, ip }]);
    requireRoomForEntries(allowlist.entries.length, limits.allowlistEntries);
    requireCallerAdmitted({ ...allowlist, entries: replaceById(allowlist.entries, changed) }, client);

    await updateAllowlist(tx, actor, allowlist);
    await upsertEntries(tx, actor, changed);
    return { status: 200, body: toEntryJson({ id, description, ip }) };
  },
});

/** Deletes an entry of the IP allowlist. */
export const deleteIpEntry = endpoint('DELETE /security/ip-allowlist/ips/{ipEntryId}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, client, path }) {
    const allowlist = await lockEntry(tx, actor, path.ipEntryId);
    const { id } = allowlist.entry;
    requireCallerAdmitted({ ...allowlist, entries: allowlist.entries.filter((entry) => entry.id !== id) }, client);

    await updateAllowlist(tx, actor, allowlist);
    await removeEntries(tx, actor, [id]);
    return { status: 204 };
  },
});

/** Lists the accounts and addresses of the last week that the stored allowlist refuses. */
export const listIpObservations = endpoint('GET /security/ip-allowlist/observations', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx }) {
    return { status: 200, body: (await selectObservations(tx, actor)).map(toObservationJson) };
  },
});
