import type { Client } from '@millrace/contract/client';

import { Failure } from '../../failure.ts';
import type { Output } from '../../output.ts';
import type { FoundWorkspace } from '../workspaces/resolve-workspace.ts';
import type { RightsHolders, BatchAnswer } from './rights-holders.ts';

/** The text of a list of rights. */
export const rightsText = (rights: readonly string[]): string => rights.join(' ') || 'none';

/**
 * Prints the result of a change, or the changes that it would make. Throws a `Failure` if an entry was rejected, or would be.
 * `done` is the text of a change without rejected entries.
 */
export async function printChanges(
  answer: BatchAnswer,
  {
    client,
    output,
    kind,
    workspace,
    done,
  }: { client: Client; output: Output; kind: RightsHolders; workspace: FoundWorkspace; done: string },
): Promise<void> {
  const rejected = answer.status === 204 ? [] : answer.status === 207 ? answer.body : answer.body.rejected;
  if (output.json) output.printJson(answer.status === 204 ? { rejected } : answer.status === 207 ? { rejected } : answer.body);
  else if (answer.status === 204) output.print(done);
  else if (answer.status === 200) {
    const names = await kind.names(client);
    output.printTable(
      ['WORKSPACE', 'ACCOUNT', 'NOW', 'THEN'],
      answer.body.changes.map((change) => [
        workspace.name,
        names.get(change.userId) ?? change.userId,
        rightsText(change.before),
        rightsText(change.after),
      ]),
      'It would change nothing.',
    );
    for (const { userId, remainingSharings } of answer.body.changes)
      if (remainingSharings)
        output.print(
          `${names.get(userId) ?? userId} keeps ${remainingSharings.total} sharings in the catalogue. Without a right on the workspace they give no runs and no samples.`,
        );
  }
  if (rejected.length > 0) {
    const reasons = [...new Set(rejected.map(({ message = 'No reason was given.' }) => message))];
    throw new Failure(
      'refused',
      `${rejected.length} of the changes ${answer.status === 200 ? 'would be' : 'were'} rejected: ${reasons.join(' ')}`,
    );
  }
}
