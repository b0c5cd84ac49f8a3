/** One resource: change, replace its content, move, delete. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Route, Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { CHANGES_RESOURCES } from '../../app/needs.ts';
import { useUpload } from '../../app/upload.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Card, ErrorNote, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { LookOnly, useLack } from '../workspace-permissions/lack.tsx';
import { MoveDialog } from '../workspaces/workspace-choice.tsx';
import { resourceMessages } from './messages.ts';

const route = getRouteApi('/setup/resources/$resourceId');

const READS: readonly Route[] = ['GET /orchestration/resources', 'GET /orchestration/resources/{resourceId}'];

/** The page. */
export function ResourcePage(): ReactNode {
  const text = useText(resourceMessages);
  const { resourceId } = route.useParams();
  const [isMoving, setIsMoving] = useState(false);
  const { data: resource, error } = useRead('GET /orchestration/resources/{resourceId}', { path: { resourceId } });
  const lack = useLack(resource ? { ...CHANGES_RESOURCES, workspace: resource.workspaceInfo } : {});
  const remove = useDeletion('DELETE /orchestration/resources/{resourceId}', ['GET /orchestration/resources'], '/setup/resources');
  if (!resource) return <ErrorNote error={error} />;
  return (
    <>
      <PageHead title={resource.name} aside={<span className="hint">{text(resource.file ? 'file' : 'folder')}</span>}>
        {lack === undefined && (
          <>
            <DeleteButton name={resource.name} hint={text('deleteHint')} change={remove} input={{ path: { resourceId } }} />
            <ActionButton onPress={() => setIsMoving(true)}>{text('move')}</ActionButton>
          </>
        )}
      </PageHead>
      <LookOnly lack={lack} />
      <FactsCard
        facts={[
          [text('workspace'), resource.workspaceInfo.name],
          [text('description'), resource.description],
          [text('id'), <code key="id">{resource.id}</code>],
        ]}
      />
      {lack === undefined && (
        <>
          <Card title={text('replace')}>
            <p className="hint">{text('replaceHint')}</p>
            <ReplaceContent resourceId={resourceId} />
          </Card>
          <Card title={text('edit')}>
            <ResourceForm resource={resource} />
          </Card>
        </>
      )}
      {isMoving && <MoveResource resource={resource} onClose={() => setIsMoving(false)} />}
    </>
  );
}

function ReplaceContent({ resourceId }: { resourceId: string }): ReactNode {
  const text = useText(resourceMessages);
  const [file, setFile] = useState<File>();
  const replace = useUpload('PUT /orchestration/resources/{resourceId}/upload', {
    notice: text('replaced'),
    onDone: () => setFile(undefined),
  });
  function send(content: File): void {
    const form = new FormData();
    form.append('file', content, content.name);
    replace.mutate({ path: { resourceId }, form });
  }
  return (
    <>
      <FileDrop label={text('drop')} file={file} isDisabled={replace.isPending} onFile={setFile} />
      {file && (
        <ChangeForm action={text('replace')} change={replace} onSubmit={() => send(file)}>
          {replace.progress !== undefined && <ProgressLine label={text('sending', { name: file.name })} part={replace.progress} />}
        </ChangeForm>
      )}
    </>
  );
}

function ResourceForm({ resource }: { resource: Schema<'Resource'> }): ReactNode {
  const text = useText(resourceMessages);
  const [{ name, description }, draft] = useDraft({ name: resource.name, description: resource.description ?? '' });
  const save = useChange('PATCH /orchestration/resources/{resourceId}', {
    refreshes: READS,
    notice: text('saved'),
  });
  return (
    <ChangeForm
      action={text('save')}
      change={save}
      onSubmit={() => save.mutate({ path: { resourceId: resource.id }, body: { name, description: description || null } })}
    >
      <TextField label={text('name')} {...draft.field('name')} isRequired autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
    </ChangeForm>
  );
}

type MoveResourceProps = { resource: Schema<'Resource'>; onClose: () => void };

/** Moves a resource to another workspace of its environment. */
function MoveResource({ resource: { id, name, workspaceInfo }, onClose }: MoveResourceProps): ReactNode {
  const text = useText(resourceMessages);
  const move = useChange('PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}', {
    refreshes: READS,
    notice: text('moved'),
    onDone: onClose,
  });
  return (
    <MoveDialog
      name={name}
      workspaceId={workspaceInfo.id}
      change={move}
      onMove={(targetWorkspaceId) => move.mutate({ path: { resourceId: id, targetWorkspaceId } })}
      onClose={onClose}
    />
  );
}
