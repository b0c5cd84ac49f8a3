/** The rules of artifacts, and those of contexts, which tasks and starts choose. */
import type { Schema } from '@millrace/contract';
import { defaultFault, hasSecretContext, isSecretParameter, undeclaredWarnings, withWarnings } from '@millrace/contract/parameters';
import { type BundleManifest, kindFault } from '@millrace/wire/bundles';
import { conflict, invalid, namesAndMore } from '../../../core/base/problem.ts';
import type { ContentUses } from '../workspaces/index.ts';
import type { TaskSettings } from './version-rows.ts';
import { completeVersion, FIRST_VERSION, isVersion } from './version.ts';

/** A publication with the values of the request and of the bundle. */
export type Filled = Schema<'PublishArtifactRequest'> &
  Required<Pick<Schema<'PublishArtifactRequest'>, 'name' | 'version' | 'type' | 'parameters'>>;

/**
 * Reads from the bundle the values that the request leaves out. Refuses if neither has a name, or if the version is malformed.
 * @rule artifacts.publish.from-bundle
 * @rule artifacts.publish.type
 */
export function fillFromBundle(request: Schema<'PublishArtifactRequest'>, manifest: BundleManifest): Filled {
  const description = request.description ?? manifest.description;
  return {
    ...request,
    name: requireName(request.name ?? manifest.name),
    version: requireVersionForm(request.version ?? completeVersion(manifest.version ?? FIRST_VERSION)),
    // The manifest may name any type; `requireFittingPublication` checks it.
    type: request.type ?? (manifest.type as Schema<'ArtifactType'>),
    parameters:
      request.parameters?.map(withoutContextValues) ??
      (manifest.layout === 'job-archive' ? manifest.parameters.map(toStoredParameter) : manifest.parameters),
    ...(description !== undefined && { description }),
  };
}

/** A declared parameter without what only an archive says. */
function withoutContextValues(parameter: Schema<'ArtifactParameter'>): Schema<'ArtifactParameter'> {
  const { contextValues: _, ...declared } = parameter;
  return declared;
}

/**
 * Leaves out a default value of a job archive that must not be stored, because it is a secret, and one that does not fit its type, because Java
 * reads it as null. The archive itself still has the value.
 * @rule artifacts.publish.archive-secrets
 */
function toStoredParameter({ value, contextValues, ...declared }: BundleManifest['parameters'][number]): Schema<'ArtifactParameter'> {
  const parameter = { ...declared, ...(contextValues && !hasSecretContext(declared, contextValues) && { contextValues }) };
  if (value === undefined || isSecretParameter(parameter, parameter.name, value) || defaultFault([{ ...parameter, value }]) !== undefined)
    return parameter;
  return { ...parameter, value };
}

/**
 * Refuses a job archive that is no standard job, unless the caller states its type.
 * @rule bundles.job-archive.kind
 */
export function requireStandardJob({ type }: Schema<'PublishArtifactRequest'>, manifest: BundleManifest): void {
  const fault = type === undefined ? kindFault(manifest) : undefined;
  if (fault !== undefined) throw invalid('bundle_refused', `The bundle is refused: ${fault}.`);
}

/**
 * Requires a name in the request or in the bundle.
 * @rule artifacts.publish.name
 */
function requireName(name: string | undefined): string {
  if (name === undefined || name.trim() === '') {
    throw invalid(
      'bundle_name_missing',
      `Neither the part 'artifact' nor the bundle has a name for the artifact: add "name" to one of them.`,
    );
  }
  return name.trim();
}

function requireVersionForm(version: string): string {
  if (!isVersion(version)) {
    throw invalid('bundle_refused', `The bundle has the version '${version.slice(0, 100)}': a version must be three numbers, as in 1.0.0.`);
  }
  return version;
}

/** Refuses two parameters of one name. */
export function requireParametersDeclaredOnce(parameters: readonly { name: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of parameters) {
    if (seen.has(name)) throw invalid('malformed_request', `artifact.parameters declares '${name}' twice: declare each name once.`);
    seen.add(name);
  }
}

/**
 * Refuses a default value that does not fit the type of its parameter.
 * @rule artifacts.publish.parameter-types
 */
export function requireFittingValues(parameters: readonly Schema<'ArtifactParameter'>[]): void {
  const fault = defaultFault(parameters);
  if (fault !== undefined)
    throw invalid('parameter_malformed', `A value in artifact.parameters does not fit the type of its parameter: ${fault}.`);
}

const CONTEXTS_SHOWN = 50;
/** The names of contexts for a message; of very many, the first ones. */
const namesOf = (contexts: readonly string[]): string =>
  contexts.slice(0, CONTEXTS_SHOWN).join(', ') + (contexts.length > CONTEXTS_SHOWN ? ` or ${contexts.length - CONTEXTS_SHOWN} more` : '');

/**
 * Returns the chosen context; null where none is named. Refuses one that the artifact version does not have.
 * @rule tasks.create.context
 * @rule task-executions.start.context
 */
export function requireContext(contexts: readonly string[], name: string | null | undefined): string | null {
  if (name === undefined || name === null || name === '') return null;
  if (contexts.includes(name)) return name;
  const known =
    contexts.length > 0
      ? `name one of ${namesOf(contexts)}`
      : 'leave contextName out, or publish the job archive again, with its context scripts';
  throw invalid(
    'context_unknown',
    `The artifact version has no context '${name}', which the start, the run configuration or the task names: ${known}.`,
  );
}

/**
 * Warns of what tasks of the artifact set and the new version does not have: parameters, and contexts, without which their next run is refused.
 * @rule artifacts.publish.undeclared
 * @rule artifacts.publish.lost-contexts
 */
export const publicationWarnings = (
  version: { parameters: readonly { name: string }[]; contexts: readonly string[] },
  tasks: readonly TaskSettings[],
): { warnings?: string[] } =>
  withWarnings(
    tasks.flatMap(({ name, names, lostContexts }) => [
      ...lostContexts.map((context) => lostContext(name, context, version.contexts)),
      ...undeclaredWarnings(version.parameters, names, `Task '${name}': `),
    ]),
  );

/** The warning about a context that a task chooses and a version does not have. */
export const lostContext = (task: string, context: string, contexts: readonly string[]): string =>
  `Task '${task}': This version has no context ${JSON.stringify(context)}, so that its runs with this version are refused. ${
    contexts.length > 0 ? `Choose one of ${namesOf(contexts)}.` : 'Choose none.'
  }`;

/**
 * Refuses a new version of another type than its artifact.
 * @rule artifacts.publish.same-type
 */
export function requireTypeKept(artifact: { type: string }, type: string): void {
  if (artifact.type !== type) {
    throw conflict(
      'artifact_type_changed',
      `The artifact is of type ${artifact.type} and the new version of type ${type}: set "type": "${artifact.type}", or publish under another name.`,
    );
  }
}

/**
 * Refuses the deletion of versions that a task runs.
 * @rule artifacts.delete.use
 * @rule artifacts.delete.version-use
 */
export function requireArtifactUnused({ count, names }: ContentUses): void {
  if (count === 0) return;
  throw conflict(
    'artifact_in_use',
    `Tasks still run this artifact: ${namesAndMore(count, names)}. Give them another artifact or delete them first.`,
  );
}
