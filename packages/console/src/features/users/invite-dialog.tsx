/** The dialog that adds people: their addresses, a role, rights on workspaces, and what they will see. Then the result for each person. */
import { plainMessage } from '@millrace/contract/plain-messages';
import type { ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Permission, Right, Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useAllRows } from '../../app/lists.ts';
import { useWorkspaceList, useWorkspacesWith } from '../../app/own-rights.ts';
import { useMay, useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckList } from '../../ui/check-field.tsx';
import { SecretNote } from '../../ui/copy-text.tsx';
import { ModalDialog } from '../../ui/dialogs.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { permissionMessages, rightMessages, roleSentences } from '../roles/messages.ts';
import { WORKSPACE_RIGHTS } from '../roles/permission-list.tsx';
import { AccessPreview, type NewRights } from './access-preview.tsx';
import { inviteMessages, userMessages } from './messages.ts';
import { SecondPersonNote, useSecondPerson } from './second-person.tsx';
import styles from './users.module.css';

/** The addresses in a text, each once. */
const addressesIn = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];

/** What the server has answered for a person, and why the role and the rights could not be given. */
type AddedPerson = { result: Schema<'TenantInvitationResult'>; refusals: readonly string[] };

const NO_ROLE = 'none';
const FIRST_RIGHTS: readonly Right[] = ['VIEW', 'EXECUTE'];

/** The dialog. */
export function InviteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(inviteMessages);
  const client = useQueryClient();
  const [{ typed, roleId, rights, isConfirmed }, draft] = useDraft({
    typed: '',
    roleId: NO_ROLE,
    rights: [] as readonly NewRights[],
    isConfirmed: false,
  });
  const secondPerson = useSecondPerson();
  const addresses = addressesIn(typed);
  const roles = useAssignableRoles();
  const add = useMutation({
    mutationFn: async (): Promise<AddedPerson[]> => {
      if (secondPerson && !isConfirmed) throw new Error(text('confirmFirst'));
      const { body } = await api.call('POST /api/v1/users/actions/invite', { body: { invitees: addresses.map((email) => ({ email })) } });
      const ids = body.data.flatMap(({ userId }) => userId ?? []);
      const ofRights = await refusalOf(() => giveRights(ids, rights));
      return Promise.all(
        body.data.map(async (result) => {
          if (result.userId === undefined) return { result, refusals: [] };
          const ofRole = roleId === NO_ROLE ? undefined : await refusalOf(() => giveRole(result.userId ?? '', roleId));
          return { result, refusals: [ofRole, ofRights].flatMap((refusal) => refusal ?? []) };
        }),
      );
    },
    onSuccess: () =>
      Promise.all(['GET /api/v1/users', 'GET /security/permissions'].map((route) => client.invalidateQueries({ queryKey: [route] }))),
  });
  return (
    <ModalDialog title={text(add.data ? 'titleDone' : 'title')} isWide={!add.data} onClose={onClose}>
      {add.data ? (
        <AddedPeople people={add.data} onClose={onClose} />
      ) : (
        <ChangeForm
          action={text('action', { count: Math.max(addresses.length, 1) })}
          change={add}
          onCancel={onClose}
          onSubmit={() => add.mutate()}
        >
          <div className={styles['invite']}>
            <div className={styles['choices']}>
              <TextField label={text('addresses')} hint={text('addressesHint')} lines={3} {...draft.field('typed')} isRequired autoFocus />
              <RoleField roles={roles} value={roleId} onChange={draft.field('roleId').onChange} />
              <RightsFields {...draft.field('rights')} />
            </div>
            <div className={styles['outcome']}>
              <AccessPreview permissions={roles.find(({ id }) => id === roleId)?.permissions ?? []} rights={rights} />
              {secondPerson && (
                <SecondPersonNote effects={secondPerson} isConfirmed={isConfirmed} onChange={draft.field('isConfirmed').onChange} />
              )}
            </div>
          </div>
        </ChangeForm>
      )}
    </ModalDialog>
  );
}

/** The roles that the person may give: nobody gives a permission that they lack. */
function useAssignableRoles(): readonly Schema<'Role'>[] {
  const me = useMe();
  const roles = useAllRows('GET /account/roles', { enabled: useMay('SVC_ROLE_MANAGEMENT') });
  return roles.filter(({ permissions }) => permissions.every((permission) => (me.permissions as readonly string[]).includes(permission)));
}

type RoleFieldProps = { roles: readonly Schema<'Role'>[]; value: string; onChange: (id: string) => void };

/** The choice of a role, each with one sentence. */
function RoleField({ roles, value, onChange }: RoleFieldProps): ReactNode {
  const text = useText(inviteMessages);
  const sentence = useText(roleSentences);
  const describe = useText(permissionMessages);
  if (roles.length === 0) return <p className="hint">{text('roleHidden')}</p>;
  return (
    <RadioList
      label={text('role')}
      value={value}
      options={[
        { id: NO_ROLE, name: text('noRole'), hint: sentence('withoutRole') },
        ...roles.map(({ id, name, builtIn, permissions }) => ({
          id,
          name,
          hint: builtIn
            ? sentence(name as keyof typeof roleSentences.texts)
            : permissions.map((permission) => describe(permission as Permission)).join(', '),
        })),
      ]}
      onChange={onChange}
    />
  );
}

type RightsFieldsProps = { value: readonly NewRights[]; onChange: (rights: readonly NewRights[]) => void };

/** The workspaces on which the people get rights, with the rights. */
function RightsFields({ value, onChange }: RightsFieldsProps): ReactNode {
  const text = useText(inviteMessages);
  const describe = useText(rightMessages);
  const { environment } = useEnvironment();
  const managesAll = useMay('SVC_ENVIRONMENT_MANAGEMENT');
  const all = useWorkspaceList().rows;
  const managed = useWorkspacesWith('MANAGE');
  const offered = (managesAll ? all : managed).filter(({ id }) => value.every(({ workspace }) => workspace.id !== id));
  return (
    <fieldset className={styles['rights']}>
      <legend>{text('rights', { environment: environment?.name ?? '' })}</legend>
      {value.map(({ workspace, rights }) => (
        <div key={workspace.id} className={styles['workspace']}>
          <CheckList<Right>
            label={text('rightsOn', { workspace: workspace.name })}
            values={rights}
            options={WORKSPACE_RIGHTS.map((id) => ({ id, name: describe(id) }))}
            onChange={(chosen) => onChange(value.map((one) => (one.workspace.id === workspace.id ? { workspace, rights: chosen } : one)))}
          />
          <IconButton
            icon="close"
            label={text('remove', { name: workspace.name })}
            onPress={() => onChange(value.filter((one) => one.workspace.id !== workspace.id))}
          />
        </div>
      ))}
      {offered.length + value.length === 0 ? (
        <p className="hint">{text('noneManaged')}</p>
      ) : (
        <FindField
          label={text('addWorkspace')}
          placeholder={text('workspaceHint')}
          empty={text('nothingFits')}
          options={offered}
          onChoose={(id) => {
            const workspace = offered.find((one) => one.id === id);
            if (workspace) onChange([...value, { workspace, rights: FIRST_RIGHTS }]);
          }}
        />
      )}
    </fieldset>
  );
}

/** Makes a call, and returns its refusal; undefined without one. */
async function refusalOf(call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return plainMessage(error instanceof Error ? error.message : String(error));
  }
}

const giveRole = (id: string, roleId: string): Promise<unknown> =>
  api.call('POST /account/users/{id}/roles', { path: { id }, body: [roleId] });

/** Gives the rights in one call. Throws with what the server has rejected. */
async function giveRights(ids: readonly string[], given: readonly NewRights[]): Promise<void> {
  const body = ids.flatMap((userId) =>
    given.flatMap(({ workspace, rights }) => (rights.length > 0 ? { userId, workspaceId: workspace.id, permissions: [...rights] } : [])),
  );
  if (body.length === 0) return;
  const { body: rejected } = await api.call('POST /security/permissions/batch', { query: {}, body });
  const messages = Array.isArray(rejected) ? rejected.flatMap(({ message }) => message ?? []) : [];
  if (messages.length > 0) throw new Error([...new Set(messages)].join(' '));
}

const RESULT_TEXTS = { ok: 'resultOk', exists: 'resultExists', error: 'resultError' } as const;

/** The result for each person. */
function AddedPeople({ people, onClose }: { people: readonly AddedPerson[]; onClose: () => void }): ReactNode {
  const text = useText(inviteMessages);
  const user = useText(userMessages);
  return (
    <>
      <ul className="items">
        {people.map(({ result: { email, status, invitation, title }, refusals }) => (
          <li key={email}>
            <span>{email}</span>
            <span className="hint">
              {text(RESULT_TEXTS[status])} {invitation?.sent && text('mailSent')} {title && plainMessage(title)}
            </span>
            {refusals.length > 0 && (
              <p className="note bad" role="alert">
                {text('gotNot', { reason: refusals.join(' ') })}
              </p>
            )}
            {invitation?.link !== undefined && (
              <SecretNote label={user('link', { email })} secret={invitation.link} hint={user('linkHint')} />
            )}
          </li>
        ))}
      </ul>
      <div className="buttons">
        <ActionButton tone="main" onPress={onClose}>
          {text('done')}
        </ActionButton>
      </div>
    </>
  );
}
