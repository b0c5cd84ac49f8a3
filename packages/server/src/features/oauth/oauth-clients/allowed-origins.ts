/** The origins of pages that may call the API: those of the clients of the type spa. */
import { sql } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { CachedQuery } from '../../../core/base/single-flight-cache.ts';

/** A new origin is accepted after this time at the latest. */
const CACHE_MILLISECONDS = 5000;

const origins: CachedQuery<Pick<Platform, 'db'>, ReadonlySet<string>> = {
  cacheMilliseconds: CACHE_MILLISECONDS,
  timeoutMilliseconds: CACHE_MILLISECONDS,
  run: async ({ db }) => {
    const rows = await db.reader.rows<{ origin: string }>(sql`
      select distinct unnest(c.allowed_origins) as origin
      from oauth_client c
      where c.app_type = 'spa'
        and c.deleted_at is null
        and exists (
          select from oauth_connection_config g
          where g.client_id = c.id)`);
    return new Set(rows.map(({ origin }) => origin));
  },
};

/**
 * Returns whether a client allows pages of an origin. If the database does not answer, no origin is allowed, and the request itself reports the fault.
 * @rule oauth-clients.origins.calls
 */
export const allowsOrigin = (platform: Pick<Platform, 'db' | 'cache'>, origin: string): Promise<boolean> =>
  platform.cache.get(origins, platform).then(
    (known) => known.has(origin),
    () => false,
  );
