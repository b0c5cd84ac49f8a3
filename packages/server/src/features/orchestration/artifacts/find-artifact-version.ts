/** Resolves the artifact and version that a task names to the stored version. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { invalid, namesAndMore, type Problem } from '../../../core/base/problem.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lacksVersion, visibleArtifacts } from './access.ts';
import type { UsableVersion } from './json.ts';
import { isShortVersion } from './version.ts';

/**
 * Finds a version that a task of an environment may run, and prevents its deletion until the transaction ends. The request may leave out the published
 * suffix if only one version has these three numbers.
 * @rule tasks.create.short-version
 */
export async function findArtifactVersion(
  tx: Tx,
  actor: Actor,
  { id, version }: Schema<'ArtifactRequest'>,
  environment: string,
): Promise<UsableVersion> {
  const hasVersion = isShortVersion(version)
    ? sql`(v.version = ${version} or starts_with(v.version, ${`${version}.`}))`
    : sql`v.version = ${version}`;
  const rows = await tx.rows<UsableVersion & { version: string }>(sql`
    select v.id, v.artifact_id, w.environment_id, v.parameters, v.contexts, v.version
    from artifact a
    join workspace w on w.id = a.workspace_id
    join artifact_version v on v.artifact_id = a.id
    where a.id = ${id}
      and ${hasVersion}
      and w.environment_id = ${environment}
      and ${visibleArtifacts(actor)}
    order by v.id
    for key share of v`);
  const [row, ...others] = rows;
  if (!row) throw lacksVersion(id, version);
  if (others.length > 0) throw ambiguousVersion(version, rows);
  return row;
}

function ambiguousVersion(version: string, rows: readonly { version: string }[]): Problem {
  const last = rows.slice(-3).map((row) => row.version);
  const message = `${rows.length} versions begin with ${version}: ${namesAndMore(rows.length, last)}. Give the version in full.`;
  return invalid('artifact_version_ambiguous', message);
}
