/** What a person with a role and rights on workspaces will see. */
import type { ReactNode } from 'react';
import type { Permission, Right } from '@millrace/contract';
import { CHANGES_TASKS, RUNS_TASKS } from '../../app/needs.ts';
import type { NamedWorkspace } from '../../app/own-rights.ts';
import { NAVIGATION, needsOf } from '../../app/sections.ts';
import { shellMessages } from '../../app/shell-messages.ts';
import { useText } from '../../text/language.tsx';
import { roleWith } from '../roles/built-in-roles.ts';
import { permissionMessages, rightMessages } from '../roles/messages.ts';
import { inviteMessages } from './messages.ts';
import styles from './users.module.css';

/** Rights on a workspace that a person gets. */
export type NewRights = { workspace: NamedWorkspace; rights: readonly Right[] };

type AccessPreviewProps = { permissions: readonly string[]; rights: readonly NewRights[] };

/** Rights that do something only together with one of these permissions. */
const NEED_A_ROLE: readonly { right: Right; permissions: readonly Permission[] }[] = [RUNS_TASKS, CHANGES_TASKS];

/** The rights beyond View, each with what it lets a person do. */
const DEEDS = ['EXECUTE', 'AUTHOR', 'PUBLISH', 'MANAGE'] as const satisfies readonly Right[];

/** The preview: per workspace what the person sees and may do, what is missing for it, and the pages of the menu. */
export function AccessPreview({ permissions, rights }: AccessPreviewProps): ReactNode {
  const text = useText(inviteMessages);
  const shell = useText(shellMessages);
  const describe = useText(permissionMessages);
  const describeRight = useText(rightMessages);
  const held = rights.filter((one) => one.rights.length > 0);
  const has = (needed: readonly Permission[]): boolean => needed.some((permission) => permissions.includes(permission));
  const lacks = NEED_A_ROLE.filter((need) => !has(need.permissions) && held.some((one) => one.rights.includes(need.right)));
  const worksWithout = (right: Right): boolean => !lacks.some((need) => need.right === right);
  const entries = NAVIGATION.flatMap<(typeof NAVIGATION)[number]['entries'][number]>((group) => [...group.entries]);
  const pages = entries.filter((entry) => needsOf(entry) !== undefined && has(needsOf(entry) ?? [])).map(({ name }) => shell(name));
  return (
    <section className={`note ${styles['preview']}`} aria-label={text('preview')} aria-live="polite">
      <h3>{text('preview')}</h3>
      {held.length === 0 && <p>{text(permissions.length === 0 ? 'seesNothing' : 'noContent')}</p>}
      <ul>
        {held.map(({ workspace: { id, name: workspace }, rights: given }) => {
          const deeds = DEEDS.filter((right) => given.includes(right) && worksWithout(right)).map((right) => text(`may${right}`));
          return (
            <li key={id}>
              {text('seesWorkspace', { workspace })}
              {deeds.length > 0 && <> · {text('may', { workspace, what: deeds.join(', ') })}</>}
            </li>
          );
        })}
        {pages.length > 0 && <li>{text('pages', { pages: pages.join(', ') })}</li>}
      </ul>
      {lacks.map(({ right, permissions: [permission = 'SVC_OPERATOR'] }) => (
        <p key={right}>
          {text('rightNeedsRole', { right: describeRight(right), permission: describe(permission), role: roleWith(permission) })}
        </p>
      ))}
    </section>
  );
}
