/** What a person lacks for an action, in the words of the pages of roles and rights, and who can give it. */
import { useState, type ReactNode } from 'react';
import type { Needs } from '../../app/needs.ts';
import { useMissingNeeds, useRightsAreRead } from '../../app/own-rights.ts';
import { PERMISSIONS, RIGHTS, type Permission } from '@millrace/contract';
import type { PageName } from '../../app/sections.ts';
import { useMe } from '../../app/session.tsx';
import { shellMessages } from '../../app/shell-messages.ts';
import { plainMessage } from '@millrace/contract/plain-messages';
import { useText } from '../../text/language.tsx';
import { withoutOverrides } from '../../text/messages.ts';
import { EmptyState, PageHead } from '../../ui/page-parts.tsx';
import { hasUnsaved } from '../../ui/unsaved.ts';
import { roleWith } from '../roles/built-in-roles.ts';
import { permissionMessages, rightMessages } from '../roles/messages.ts';
import { lackMessages } from './messages.ts';

const MAX_NAMED = 3;

/**
 * What the person lacks, as sentences; undefined if nothing, and until it is known. It stays while a form has unsaved values, so that the withdrawal of a
 * right does not take away the form with them: the server refuses it, and says why.
 */
export function useLack(needs: Needs): string | undefined {
  const current = useCurrentLack(needs);
  const [shown, setShown] = useState(current);
  if (shown === current || hasUnsaved()) return shown;
  setShown(current);
  return current;
}

function useCurrentLack(needs: Needs): string | undefined {
  const text = useText(lackMessages);
  const describe = useText(permissionMessages);
  const describeRight = useText(rightMessages);
  const me = useMe();
  const missingOf = useMissingNeeds();
  const { permission, right } = missingOf(needs);
  const sentences: string[] = [];
  if (permission !== undefined) {
    sentences.push(text('lacksPermission', { permission: describe(permission), role: roleWith(permission) }));
  }
  if (right) {
    const owners = right.workspaces.flatMap(({ owner }) => (owner === undefined || owner === me.login ? [] : [owner]));
    const values = { right: describeRight(right.name), owners: [...new Set(owners)].slice(0, MAX_NAMED).join(', ') };
    const workspace = needs.workspace?.name;
    const place =
      workspace !== undefined
        ? text('lacksRight', { ...values, workspace })
        : text(needs.workspace === undefined ? 'lacksAnyRight' : 'lacksUnseenRight', values);
    sentences.push(place, text(owners.length > 0 ? 'givenByOwner' : 'givenByAdministrator', values));
  }
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/** A code of the API in a message. */
const CODE = /\b[A-Z][A-Z_]+\b/g;

/** The form of a message that says nothing but what is missing: "This needs the right EXECUTE on the workspace. Ask its owner for it." */
const ONLY_A_LACK = /^This needs (?:the permission|one of the permissions|the right) /;

/** Says a refusal of the server in the words of the pages of roles and rights: what is missing, and who can give it. */
export function RefusalWords({ message }: { message: string }): ReactNode {
  const text = useText(lackMessages);
  const describe = useText(permissionMessages);
  const describeRight = useText(rightMessages);
  const codes = message.match(CODE) ?? [];
  const permission = codes.flatMap((code) => PERMISSIONS.find((one) => one === code) ?? []).at(0);
  const right = RIGHTS.find((one) => new RegExp(String.raw`\bthe right ${one}\b`).test(message));
  const sentences = [
    ...(permission === undefined ? [] : [text('lacksPermission', { permission: describe(permission), role: roleWith(permission) })]),
    ...(right === undefined ? [] : [text('lacksRightHere', { right: describeRight(right) }), text('givenByItsOwner')]),
  ];
  const isSaid = sentences.length > 0;
  const inWords = message.replaceAll(CODE, (code) => {
    const [permission, right] = [PERMISSIONS.find((one) => one === code), RIGHTS.find((one) => one === code)];
    return permission ? `“${describe(permission)}”` : right ? `“${describeRight(right)}”` : code;
  });
  return (
    <>
      {!(isSaid && ONLY_A_LACK.test(message)) && <p>{withoutOverrides(plainMessage(inWords))}</p>}
      {isSaid && <p>{sentences.join(' ')}</p>}
    </>
  );
}

type LookOnlyProps = {
  lack: string | undefined;
  /** What the lack prevents, for a person who may do something else on the page; by default, the person may only look at it. */
  prevented?: 'toRun' | 'toPublish' | 'toChangeConnection' | false;
};

/** Says what the person of a page lacks to change or run what it shows. Nothing without a lack. */
export function LookOnly({ lack, prevented }: LookOnlyProps): ReactNode {
  const text = useText(lackMessages);
  return lack !== undefined && <p className="hint">{text(prevented || 'lookOnly', { lack })}</p>;
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
