import type { Schema } from '@millrace/contract';
import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { ownPath } from '../../../core/http/headers.ts';
import { findTenant, lockOwnTenant, type TenantRow, updateTenant } from './rows.ts';

/**
 * Redirects to the address of the tenant of the caller.
 * @rule tenants.me.redirect
 */
export const getOwnTenant = endpoint('GET /api/v1/tenants/me', {
  allow: 'signed-in',
  transaction: 'none',

  async run({ actor, settings: { publicUrl } }) {
    return { status: 302, headers: { location: ownPath(publicUrl(), `/api/v1/tenants/${actor.tenant}`) } };
  },
});

/** Reads the tenant of the caller. */
export const getTenant = endpoint('GET /api/v1/tenants/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path, settings: { publicUrl } }) {
    return { status: 200, body: toTenantJson(await findTenant(tx, actor, path.id), publicUrl()) };
  },
});

/** Converts a row to Tenant; `publicUrl` is the address of the install. */
const toTenantJson = (row: TenantRow, publicUrl: string): Schema<'Tenant'> => ({
  id: row.id,
  name: row.name,
  hostnames: [new URL(publicUrl).hostname],
  status: 'active',
  created: row.created_at.toISOString(),
  links: { self: { href: `${publicUrl}/api/v1/tenants/${row.id}` } },
});

/**
 * Renames the tenant of the caller.
 * @rule tenants.rename.permission
 */
export const renameTenant = endpoint('PATCH /api/v1/tenants/{id}', {
  allow: 'SVC_SUBSCRIPTION_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const steps = readPatch(body, { '/name': { ops: ['replace'], value: 'TenantTitle' } });
    const tenant = await lockOwnTenant(tx, actor, path.id);

    for (const { value } of steps) await updateTenant(tx, tenant.id, value);
    return { status: 204 };
  },
});
