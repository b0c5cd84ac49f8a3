/** The JSON of a tenant. */
import type { Schema } from '@millrace/contract';
import type { TenantRow } from './access.ts';

/** Converts a row to Tenant; `publicUrl` is the address of the install. */
export const toTenantJson = (row: TenantRow, publicUrl: string): Schema<'Tenant'> => ({
  id: row.id,
  name: row.name,
  hostnames: [new URL(publicUrl).hostname],
  status: 'active',
  created: row.created_at.toISOString(),
  links: { self: { href: `${publicUrl}/api/v1/tenants/${row.id}` } },
});
