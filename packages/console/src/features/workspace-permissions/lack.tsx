/** What a person lacks for an action, in the words of the pages of roles and rights, and who can give it. */
import type { ReactNode } from 'react';
import type { Permission, Right } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import type { PageName } from '../../app/sections.ts';
import { useMe } from '../../app/session.tsx';
import { shellMessages } from '../../app/shell-messages.ts';
import { useText } from '../../text/language.tsx';
import { EmptyState, PageHead } from '../../ui/page-parts.tsx';
import { permissionMessages, rightMessages } from '../roles/messages.ts';
import { useWorkspaceList, type NamedWorkspace } from '../workspaces/workspace-choice.tsx';
import { lackMessages } from './messages.ts';
import { type Needs, roleWith } from './needs.ts';

type OwnRights = {
  /** The rights that the person holds, by the id of the workspace; undefined until they are read. */
  rights: ReadonlyMap<string, readonly Right[]> | undefined;
  /** The workspaces of the environment that it sees. */
  seen: readonly NamedWorkspace[];
  /** Whether both are being read for the first time. */
  isPending: boolean;
};

function useOwnRights(): OwnRights {
  const { environments } = useEnvironment();
  const { data, isPending } = useRead('GET /security/permissions/own', {});
  const workspaces = useWorkspaceList();
  const rights = data && new Map(data.map(({ workspaceId, permissions }) => [workspaceId, permissions as readonly Right[]]));
  // Without any environment, its workspaces are never read.
  const isWaiting = workspaces.isPending && !workspaces.error && environments?.length !== 0;
  return { rights, seen: workspaces.rows, isPending: isPending || isWaiting };
}

/** Whether the rights are read, so that what depends on them does not appear later than the rest of a page. */
export const useRightsAreRead = (): boolean => !useOwnRights().isPending;

/** The workspaces of the environment on which the person holds a right, sorted by name. */
export function useWorkspacesWith(right: Right): readonly NamedWorkspace[] {
  const { rights, seen } = useOwnRights();
  return seen.filter(({ id }) => rights?.get(id)?.includes(right));
}

const MAX_NAMED = 3;

/** What the person lacks, as sentences; undefined if nothing, and until it is known. The server decides in any case. */
export function useLack({ permissions, right, workspace }: Needs): string | undefined {
  const text = useText(lackMessages);
  const describe = useText(permissionMessages);
  const describeRight = useText(rightMessages);
  const me = useMe();
  const { rights, seen, isPending } = useOwnRights();
  const sentences: string[] = [];
  const permission = permissions?.some((one) => me.permissions.includes(one)) ? undefined : permissions?.[0];
  if (permission !== undefined) {
    sentences.push(text('lacksPermission', { permission: describe(permission), role: roleWith(permission) }));
  }
  if (right !== undefined && rights && !isPending) {
    const possible = workspace ? [workspace] : seen;
    if (!possible.some(({ id = '' }) => rights.get(id)?.includes(right))) {
      const owners = [...new Set(possible.flatMap(({ owner }) => (owner === undefined || owner === me.login ? [] : [owner])))].slice(
        0,
        MAX_NAMED,
      );
      const values = { right: describeRight(right), owners: owners.join(', ') };
      const place =
        workspace?.name === undefined ? text('lacksAnyRight', values) : text('lacksRight', { ...values, workspace: workspace.name });
      sentences.push(place, text(owners.length > 0 ? 'givenByOwner' : 'givenByAdministrator', values));
    }
  }
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/** Says that a page can only be looked at, and what its person lacks to change or run what it shows. Nothing without a lack. */
export function LookOnly({ lack }: { lack: string | undefined }): ReactNode {
  const text = useText(lackMessages);
  return lack !== undefined && <p className="hint">{text('lookOnly', { lack })}</p>;
}

/** Shows a form only to a person who may send it. Others read what they lack, before they fill it in. */
export function Allowed({ needs, title, children }: { needs: Needs; title: string; children: ReactNode }): ReactNode {
  const text = useText(lackMessages);
  const lack = useLack(needs);
  const areRead = useRightsAreRead();
  if (lack === undefined) return areRead ? children : <PageHead title={title} />;
  return (
    <>
      <PageHead title={title} />
      <EmptyState title={text('notAllowed')} hint={lack} />
    </>
  );
}

/** Stands in place of a page of the navigation that the person may not see. `name` is the key of its name. */
export function NotAllowedPage({ name, permissions }: { name: PageName; permissions: readonly Permission[] }): ReactNode {
  const text = useText(lackMessages);
  const title = useText(shellMessages)(name);
  const lack = useLack({ permissions });
  return (
    <>
      <PageHead title={title} />
      <EmptyState title={text('notSeen')} {...(lack !== undefined && { hint: lack })} />
    </>
  );
}
