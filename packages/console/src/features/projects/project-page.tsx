/** One project: its settings, and the users and groups that may work on it. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { IconButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField, type Option } from '../../ui/choice-field.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { Card, ErrorNote, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { projectMessages } from './messages.ts';
import styles from './project.module.css';

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
  const mayList = useMay('SVC_USER_MANAGEMENT');
  const refreshes = ['GET /orchestration/projects/{projectId}/users'] as const;
  const { data, error } = useRead('GET /orchestration/projects/{projectId}/users', { path: { projectId } });
  const { data: users } = useRead('GET /account/users', { query: {} }, { enabled: mayList });
  const add = useChange('PUT /orchestration/projects/{projectId}/users/{userId}', { refreshes });
  const remove = useChange('DELETE /orchestration/projects/{projectId}/users/{userId}', { refreshes });
  return (
    <ProjectMembers
      kind="user"
      ids={data?.userIds}
      options={users?.map(({ id, login }) => ({ id, name: login }))}
      error={error ?? add.error ?? remove.error}
      isPending={add.isPending || remove.isPending}
      onAdd={(userId) => add.mutate({ path: { projectId, userId } })}
      onRemove={(userId) => remove.mutate({ path: { projectId, userId } })}
    />
  );
}

function Groups({ projectId }: { projectId: string }): ReactNode {
  const mayList = useMay('SVC_GROUP_MANAGEMENT');
  const refreshes = ['GET /orchestration/projects/{projectId}/groups'] as const;
  const { data, error } = useRead('GET /orchestration/projects/{projectId}/groups', { path: { projectId } });
  const { data: groups } = useRead('GET /account/groups', { query: {} }, { enabled: mayList });
  const add = useChange('PUT /orchestration/projects/{projectId}/groups/{groupId}', { refreshes });
  const remove = useChange('DELETE /orchestration/projects/{projectId}/groups/{groupId}', { refreshes });
  return (
    <ProjectMembers
      kind="group"
      ids={data?.groupIds}
      options={groups?.map(({ id, name }) => ({ id, name }))}
      error={error ?? add.error ?? remove.error}
      isPending={add.isPending || remove.isPending}
      onAdd={(groupId) => add.mutate({ path: { projectId, groupId } })}
      onRemove={(groupId) => remove.mutate({ path: { projectId, groupId } })}
    />
  );
}

type ProjectMembersProps = {
  kind: 'user' | 'group';
  ids: readonly string[] | undefined;
  /** The candidates; undefined if the account may not list them. */
  options: readonly Option[] | undefined;
  error: Error | null;
  isPending: boolean;
  onAdd: (id: string) => void;
  onRemove: (id: string) => void;
};

/** The users or groups that may work on a project, with a field that adds one: from a list, or by id if the account may not list the candidates. */
function ProjectMembers({ kind, ids, options, error, isPending, onAdd, onRemove }: ProjectMembersProps): ReactNode {
  const text = useText(projectMessages);
  const [chosen, setChosen] = useState('');
  const names = new Map(options?.map(({ id, name }) => [id, name]));
  const others = options?.filter(({ id }) => !ids?.includes(id));
  const id = others && !others.some((other) => other.id === chosen) ? (others[0]?.id ?? '') : chosen;
  return (
    <Card title={text(kind === 'user' ? 'users' : 'groups')}>
      {ids?.length === 0 && <p className="hint">{text(kind === 'user' ? 'noUsers' : 'noGroups')}</p>}
      <ul className={styles['members']}>
        {ids?.map((memberId) => (
          <li key={memberId}>
            {names.has(memberId) ? <bdi>{names.get(memberId)}</bdi> : <code>{memberId}</code>}
            <IconButton
              icon="close"
              label={text('remove', { name: names.get(memberId) ?? memberId })}
              isDisabled={isPending}
              onPress={() => onRemove(memberId)}
            />
          </li>
        ))}
      </ul>
      {others?.length === 0 ? (
        error && <ErrorNote error={error} />
      ) : (
        <ChangeForm action={text('add')} change={{ isPending, error }} onSubmit={() => id !== '' && onAdd(id)}>
          {others ? (
            <ChoiceField label={text(kind)} value={id} options={others} onChange={setChosen} />
          ) : (
            <TextField label={text(`${kind}Id`)} value={chosen} onChange={setChosen} autoComplete="off" />
          )}
        </ChangeForm>
      )}
    </Card>
  );
}
