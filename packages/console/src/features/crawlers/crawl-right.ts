/** What a person lacks to run a crawler or a scan. */
import { useQuery } from '@tanstack/react-query';
import { readQuery } from '../../app/api.ts';
import { CRAWLS } from '../../app/needs.ts';
import { useText } from '../../text/language.tsx';
import { rightMessages } from '../roles/messages.ts';
import { useLack } from '../workspace-permissions/lack.tsx';
import { lackMessages } from '../workspace-permissions/messages.ts';
import { crawlerMessages } from './messages.ts';

/**
 * A sentence with what is missing to have the database of a connection read; undefined if nothing, and until it is known. A person with whom a connection
 * is shared may not see its workspace, and so holds no right on it.
 */
export function useCrawlLack(connectionId: string): string | undefined {
  const text = useText(crawlerMessages);
  const lackText = useText(lackMessages);
  const right = useText(rightMessages)(CRAWLS.right);
  const read = readQuery('GET /orchestration/connections/{connectionId}', { path: { connectionId } });
  // The page of the connection reads it, too, and shows its parts when it is answered: another try after a refusal would hide them again, without end.
  const { data: connection, isPending } = useQuery({ ...read, retryOnMount: false });
  const ofSeen = useLack({ ...CRAWLS, workspace: connection?.workspace });
  if (isPending) return undefined;
  const ofHidden = `${lackText('lacksRightHere', { right })} ${lackText('givenByItsOwner')}`;
  const lack = connection ? ofSeen : ofHidden;
  return lack === undefined ? undefined : text('toRead', { lack });
}
