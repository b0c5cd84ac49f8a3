import { MillraceError } from '@millrace/client';
import { nearest } from '@millrace/contract/nearest';
import type { Context } from '../../context.ts';
import type { Output } from '../../output.ts';
import { oneLine } from '../../text.ts';

/** Warns of given parameters that are not declared: each is either a custom parameter or a misspelt name. */
export function warnOfUndeclared(output: Output, given: readonly string[], declared: readonly string[], by: 'artifact' | 'bundle'): void {
  // Most job archives declare no parameters, so there is nothing to compare with.
  if (declared.length === 0) return;
  for (const name of given.filter((parameter) => !declared.includes(parameter))) {
    const similar = nearest(name, declared);
    const hint =
      similar === undefined ? `It declares ${declared.map(oneLine).join(', ')}.` : `Did you mean ${JSON.stringify(oneLine(similar))}?`;
    output.note(`Warning: the ${by} declares no parameter ${JSON.stringify(oneLine(name))}; it is passed on as a custom one. ${hint}`);
  }
}

type ClientAndOutput = Pick<Context, 'client' | 'output'>;

/** Warns of given parameters that a version of an artifact does not declare; prints nothing if the caller may not read it. */
export async function warnOfUndeclaredByArtifact(
  { client, output }: ClientAndOutput,
  artifact: { id: string; version: string },
  given: readonly string[],
): Promise<void> {
  if (given.length === 0) return;
  const path = { artifactId: artifact.id, version: artifact.version };
  const found = await unlessHidden(client.call('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path }));
  if (!found) return;
  warnOfUndeclared(
    output,
    given,
    found.body.parameters.map((parameter) => parameter.name),
    'artifact',
  );
}

/** Warns of given parameters that the artifact of a task does not declare. */
export async function warnOfUndeclaredByTask({ client, output }: ClientAndOutput, taskId: string, given: readonly string[]): Promise<void> {
  if (given.length === 0) return;
  const found = await unlessHidden(client.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } }));
  if (found) await warnOfUndeclaredByArtifact({ client, output }, found.body.artifact, given);
}

/** Returns undefined for a missing or hidden object: the later call that needs the object reports it, not the warning. */
async function unlessHidden<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof MillraceError && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  }
}
