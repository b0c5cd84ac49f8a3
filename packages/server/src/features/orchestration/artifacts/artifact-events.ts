/** The events of artifacts. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { raiseAbout, type EventActor } from '../../events/outbox/index.ts';

/**
 * Raises events of versions that were published, or that a promotion has copied.
 * @rule events.artifacts.published
 */
export const raisePublished = (tx: Tx, actor: EventActor, versions: readonly string[]): Promise<unknown> =>
  raiseAbout(
    tx,
    'com.service.v1.artifact.published',
    actor,
    sql`
      select a.tenant_id, a.workspace_id as space_id, a.id as resource_id, v.publisher_id as owner_id, jsonb_build_object(
               'artifactId', a.id, 'name', a.name, 'type', a.type, 'versionId', v.id, 'version', v.version, 'publisher', v.publisher_login,
               'environmentId', w.environment_id, 'workspaceId', a.workspace_id) as data
      from artifact_version v
      join artifact a on a.id = v.artifact_id
      join workspace w on w.id = a.workspace_id
      where v.id = any (${[...versions]}::uuid[])
      order by v.created_at, v.id`,
  );
