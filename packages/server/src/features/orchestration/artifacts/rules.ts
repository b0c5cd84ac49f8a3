/** The rules of artifacts. */
import type { Schema } from '@millrace/contract';
import { defaultFault } from '@millrace/contract/parameters';
import type { BundleManifest } from '@millrace/wire/bundles';
import { conflict, invalid, namesAndMore } from '../../../core/base/problem.ts';
import { completeVersion, FIRST_VERSION, isVersion } from './version.ts';

/** What is published, once call and bundle have spoken. */
export type Filled = Schema<'PublishArtifactRequest'> &
  Required<Pick<Schema<'PublishArtifactRequest'>, 'name' | 'version' | 'type' | 'parameters'>>;

/**
 * Takes from the bundle what the call leaves out.
 * @rule artifacts.publish.from-bundle
 * @rule artifacts.publish.type
 */
export function fillFromBundle(request: Schema<'PublishArtifactRequest'>, manifest: BundleManifest): Filled {
  const description = request.description ?? manifest.description;
  return {
    ...request,
    name: hasName(request.name ?? manifest.name),
    version: hasVersionForm(request.version ?? completeVersion(manifest.version ?? FIRST_VERSION)),
    // The manifest may name any type; whoever stores it compares it with the contract.
    type: request.type ?? (manifest.type as Schema<'ArtifactType'>),
    parameters: request.parameters ?? manifest.parameters,
    ...(description !== undefined && { description }),
  };
}

/**
 * An artifact has a name.
 * @rule artifacts.publish.name
 */
function hasName(name: string | undefined): string {
  if (name === undefined || name.trim() === '') {
    throw invalid('bundle_name_missing', `Neither the part 'artifact' nor the bundle names the artifact: add "name" to one of them.`);
  }
  return name.trim();
}

function hasVersionForm(version: string): string {
  if (!isVersion(version)) {
    throw invalid(
      'bundle_refused',
      `The bundle says that its version is '${version.slice(0, 100)}': it must be three numbers, as in 1.0.0.`,
    );
  }
  return version;
}

/** A parameter is declared once. */
export function declaresParametersOnce(parameters: readonly { name: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of parameters) {
    if (seen.has(name)) throw invalid('malformed_request', `artifact.parameters declares '${name}' twice: each name can stand there once.`);
    seen.add(name);
  }
}

/**
 * A declared value fits the declared type.
 * @rule artifacts.publish.parameter-types
 */
export function declaresFittingValues(parameters: readonly Schema<'ArtifactParameter'>[]): void {
  const fault = defaultFault(parameters);
  if (fault !== undefined) throw invalid('parameter_malformed', `The values that artifact.parameters declare do not fit: ${fault}.`);
}

/**
 * A new version has the type of its artifact.
 * @rule artifacts.publish.same-type
 */
export function keepsType(artifact: { type: string }, type: string): void {
  if (artifact.type !== type) {
    throw conflict(
      'artifact_type_changed',
      `The artifact is of type ${artifact.type} and the new version of type ${type}: say "type": "${artifact.type}", or publish under another name.`,
    );
  }
}

/**
 * What a task runs stays.
 * @rule artifacts.delete.use
 * @rule artifacts.delete.version-use
 */
export function isArtifactUnused({ tasks, names }: { tasks: number; names: readonly string[] }): void {
  if (tasks === 0) return;
  throw conflict('artifact_in_use', `Tasks still run it: ${namesAndMore(tasks, names)}. Give them another artifact or delete them first.`);
}
