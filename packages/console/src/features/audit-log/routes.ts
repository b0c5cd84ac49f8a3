/** The page of the audit log. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, wordIn, type RawSearch } from '../../app/search.ts';

const HOUR = 3_600_000;
/** Periods up to now, in milliseconds. */
export const AUDIT_PERIODS = { '1h': HOUR, '24h': 24 * HOUR, '7d': 168 * HOUR, '30d': 720 * HOUR } as const;

/** The filters of the audit log, and the open entry. */
export type AuditFilters = { type?: string; source?: string; user?: string; period?: keyof typeof AUDIT_PERIODS; entry?: string };

/** The changes of the tenant. */
export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/audit',
  validateSearch: (search: RawSearch): AuditFilters => ({
    type: textIn(search, 'type'),
    source: textIn(search, 'source'),
    user: textIn(search, 'user'),
    period: wordIn(search, 'period', Object.keys(AUDIT_PERIODS) as (keyof typeof AUDIT_PERIODS)[]),
    entry: textIn(search, 'entry'),
  }),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});
