/** One project: its settings, and the users and groups that may work on it. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useAllRows } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { MemberList } from '../../ui/item-list.tsx';
import { Card, ErrorNote, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useAccountNames } from '../users/account-name.tsx';
import { UserField } from '../users/user-field.tsx';
import { projectMessages } from './messages.ts';

const route = getRouteApi('/setup/projects/$projectId');

/** The page. */
export function ProjectPage(): ReactNode {
  const text = useText(projectMessages);
  const { projectId } = route.useParams();
  const remove = useDeletion('DELETE /orchestration/projects/{projectId}', ['GET /orchestration/projects'], '/setup/projects');
  const { data: project, error } = useRead('GET /orchestration/projects/{projectId}', { path: { projectId } });
  if (!project) return <ErrorNote error={error} />;
  return (
    <>
      <PageHead title={project.name} aside={<bdi className="hint">{project.technicalLabel}</bdi>}>
        <DeleteButton name={project.name} hint={text('deleteHint')} change={remove} input={{ path: { projectId } }} />
      </PageHead>
      <FactsCard
        facts={[
          [text('createdBy'), project.author],
          [text('created'), <TimeText key="created" at={project.createDate} form="minute" />],
          [text('changed'), <TimeText key="changed" at={project.updateDate} form="minute" />],
          [text('id'), <code key="id">{project.id}</code>],
        ]}
      />
      <Card title={text('edit')}>
        <ProjectForm project={project} />
      </Card>
      <Users projectId={projectId} />
      <Groups projectId={projectId} />
    </>
  );
}

function ProjectForm({ project }: { project: Schema<'Project'> }): ReactNode {
  const text = useText(projectMessages);
  const [{ owner, url, description }, draft] = useDraft({ owner: project.owner, url: project.url, description: project.description ?? '' });
  const save = useChange('PUT /orchestration/projects/{projectId}', {
    refreshes: ['GET /orchestration/projects', 'GET /orchestration/projects/{projectId}'],
    notice: text('saved'),
  });
  return (
    <ChangeForm
      action={text('save')}
      change={save}
      onSubmit={() => save.mutate({ path: { projectId: project.id }, body: { owner, url, description: description || null } })}
    >
      <TextField label={text('url')} {...draft.field('url')} isRequired autoComplete="off" />
      <TextField label={text('owner')} hint={text('ownerHint')} {...draft.field('owner')} isRequired autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
    </ChangeForm>
  );
}

function Users({ projectId }: { projectId: string }): ReactNode {
  const text = useText(projectMessages);
  const refreshes = ['GET /orchestration/projects/{projectId}/users'] as const;
  const { data, error } = useRead('GET /orchestration/projects/{projectId}/users', { path: { projectId } });
  const add = useChange('PUT /orchestration/projects/{projectId}/users/{userId}', { refreshes });
  const remove = useChange('DELETE /orchestration/projects/{projectId}/users/{userId}', { refreshes });
  const ids = data?.userIds ?? NONE;
  const onAdd = (userId: string): void => add.mutate({ path: { projectId, userId } });
  return (
    <ProjectMembers
      kind="user"
      ids={data?.userIds}
      names={useAccountNames(ids)}
      field={<UserField label={text('addUser')} without={ids} onChoose={onAdd} />}
      error={error ?? add.error ?? remove.error}
      isPending={add.isPending}
      onAdd={onAdd}
      onRemove={(userId) => !remove.isPending && remove.mutate({ path: { projectId, userId } })}
    />
  );
}

function Groups({ projectId }: { projectId: string }): ReactNode {
  const text = useText(projectMessages);
  const mayList = useMay('SVC_GROUP_MANAGEMENT');
  const refreshes = ['GET /orchestration/projects/{projectId}/groups'] as const;
  const { data, error } = useRead('GET /orchestration/projects/{projectId}/groups', { path: { projectId } });
  const { rows: groups } = useAllRows('GET /account/groups', { enabled: mayList });
  const add = useChange('PUT /orchestration/projects/{projectId}/groups/{groupId}', { refreshes });
  const remove = useChange('DELETE /orchestration/projects/{projectId}/groups/{groupId}', { refreshes });
  const ids = data?.groupIds ?? NONE;
  const options = groups.filter(({ id }) => !ids.includes(id)).map(({ id, name }) => ({ id, name }));
  const onAdd = (groupId: string): void => add.mutate({ path: { projectId, groupId } });
  return (
    <ProjectMembers
      kind="group"
      ids={data?.groupIds}
      names={new Map(groups.map(({ id, name }) => [id, name]))}
      field={mayList && <FindField label={text('addGroup')} empty={text('noGroupFits')} options={options} onChoose={onAdd} />}
      error={error ?? add.error ?? remove.error}
      isPending={add.isPending}
      onAdd={onAdd}
      onRemove={(groupId) => !remove.isPending && remove.mutate({ path: { projectId, groupId } })}
    />
  );
}

const NONE: readonly string[] = [];

type ProjectMembersProps = {
  kind: 'user' | 'group';
  ids: readonly string[] | undefined;
  /** The names of the members, as far as they are known. */
  names: ReadonlyMap<string, string>;
  /** The field that finds candidates; false if the account may not list them. */
  field: ReactNode;
  error: Error | null;
  isPending: boolean;
  onAdd: (id: string) => void;
  onRemove: (id: string) => void;
};

/** The users or groups that may work on a project, with a field that adds one: by its name, or by its id if the account may not list the candidates. */
function ProjectMembers({ kind, ids, names, field, error, isPending, onAdd, onRemove }: ProjectMembersProps): ReactNode {
  const text = useText(projectMessages);
  const [typed, setTyped] = useState('');
  const label = text(kind === 'user' ? 'users' : 'groups');
  return (
    <Card title={label}>
      <MemberList
        label={label}
        empty={text(kind === 'user' ? 'noUsers' : 'noGroups')}
        isPending={ids === undefined && error === null}
        entries={(ids ?? NONE).map((id) => {
          const name = names.get(id);
          return { id, name: name ?? id, ...(name === undefined && { content: <code>{id}</code> }) };
        })}
        onRemove={onRemove}
      />
      {field || (
        <ChangeForm action={text('add')} change={{ isPending, error: null }} onSubmit={() => typed !== '' && onAdd(typed)}>
          <TextField label={text(`${kind}Id`)} value={typed} onChange={setTyped} autoComplete="off" />
        </ChangeForm>
      )}
      <ErrorNote error={error} />
    </Card>
  );
}
