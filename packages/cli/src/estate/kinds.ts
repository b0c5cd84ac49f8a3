import type { EstateNoun } from './model/address.ts';
import type { EstateKind } from './model/kind.ts';
import { ALERT_FILES } from './kinds/alerts.ts';
import { ARTIFACT_FILES } from './kinds/artifacts.ts';
import { CONNECTION_FILES } from './kinds/connections.ts';
import { ENVIRONMENT_FILES, WORKSPACE_FILES } from './kinds/workspaces.ts';
import { PLAN_FILES } from './kinds/plans.ts';
import { RESOURCE_FILES } from './kinds/resources.ts';
import { RIGHTS_FILES } from './kinds/rights.ts';
import { SCHEDULE_FILES } from './kinds/schedules.ts';
import { TASK_FILES } from './kinds/tasks.ts';
import { WEBHOOK_FILES } from './kinds/webhooks.ts';
import { schemaOf, type FileSchema } from './schemas.ts';

/** All kinds, in the order in which they are created: each kind names only objects of itself and of the kinds before it. Deletions run backwards. */
export const ESTATE_KINDS: readonly EstateKind[] = [
  ENVIRONMENT_FILES,
  WORKSPACE_FILES,
  RIGHTS_FILES,
  ARTIFACT_FILES,
  CONNECTION_FILES,
  RESOURCE_FILES,
  TASK_FILES,
  PLAN_FILES,
  SCHEDULE_FILES,
  ALERT_FILES,
  WEBHOOK_FILES,
];

const schemas = new Map<EstateNoun, FileSchema>();

/** The schema of the files of a kind, derived once. */
export function fileSchema(kind: EstateKind): FileSchema {
  const schema = schemas.get(kind.noun) ?? schemaOf(kind);
  schemas.set(kind.noun, schema);
  return schema;
}

/** The kind of a noun. Throws for an unknown noun. */
export function estateKindOf(noun: string): EstateKind {
  const kind = ESTATE_KINDS.find((known) => known.noun === noun);
  if (!kind) throw new Error(`There is no kind ${noun}`);
  return kind;
}
