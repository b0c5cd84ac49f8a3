/** The only way from what a task names to the version that it runs. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { invalid, namesAndMore, type Problem } from '../../../core/base/problem.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lacksVersion, visibleArtifacts } from './access.ts';
import type { UsableVersion } from './json.ts';
import { isShortVersion } from './version.ts';

type Wanted = Schema<'ArtifactRequest'>;

/**
 * Finds a version that a task of an environment may run, and keeps it from being deleted until the transaction ends. The published suffix may be left
 * out where one version only begins so.
 * @rule tasks.create.short-version
 */
export async function findArtifactVersion(tx: Tx, actor: Actor, wanted: Wanted, environment: string): Promise<UsableVersion> {
  const { id, version } = wanted;
  const isWanted = isShortVersion(version)
    ? sql`(v.version = ${version} or starts_with(v.version, ${`${version}.`}))`
    : sql`v.version = ${version}`;
  const rows = await tx.rows<UsableVersion & { version: string }>(sql`
    select v.id, v.artifact_id, w.environment_id, v.parameters, v.version
    from artifact a
    join workspace w on w.id = a.workspace_id
    join artifact_version v on v.artifact_id = a.id
    where a.id = ${id}
      and ${isWanted}
      and w.environment_id = ${environment}
      and ${visibleArtifacts(actor)}
    order by v.id
    for key share of v`);
  const [row, ...others] = rows;
  if (!row) throw lacksVersion(id, version);
  if (others.length > 0)
    throw isAmbiguous(
      version,
      rows.map((one) => one.version),
    );
  return row;
}

const isAmbiguous = (version: string, found: readonly string[]): Problem =>
  invalid(
    'artifact_version_ambiguous',
    `${found.length} versions begin with ${version}: ${namesAndMore(found.length, found.slice(-3))}. Name one of them in full.`,
  );
