/** One resource: change, replace its content, move, delete. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useUpload } from '../../app/upload.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteDialog } from '../../ui/dialogs.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Card, ErrorNote, FactList, PageHead } from '../../ui/page-parts.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { MoveDialog } from '../workspaces/workspace-choice.tsx';
import { resourceMessages } from './messages.ts';

const route = getRouteApi('/setup/resources/$resourceId');

/** The page. */
export function ResourcePage(): ReactNode {
  const text = useText(resourceMessages);
  const { resourceId } = route.useParams();
  const [open, setOpen] = useState<'move' | 'delete'>();
  const { data: resource, error } = useRead('GET /orchestration/resources/{resourceId}', { path: { resourceId } });
  if (!resource) return <ErrorNote error={error} />;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <PageHead title={resource.name} aside={<span className="hint">{text(resource.file ? 'file' : 'folder')}</span>}>
        <ActionButton onPress={() => setOpen('delete')}>{text('delete')}</ActionButton>
        <ActionButton onPress={() => setOpen('move')}>{text('move')}</ActionButton>
      </PageHead>
      <Card title={text('facts')}>
        <FactList
          facts={[
            [text('workspace'), resource.workspaceInfo.name],
            [text('description'), resource.description],
            [text('id'), <code key="id">{resource.id}</code>],
          ]}
        />
      </Card>
      <Card title={text('replace')}>
        <p className="hint">{text('replaceHint')}</p>
        <ReplaceContent resourceId={resourceId} />
      </Card>
      <Card title={text('edit')}>
        <ResourceForm resource={resource} />
      </Card>
      {open === 'move' && <MoveResource resource={resource} onClose={close} />}
      {open === 'delete' && <DeleteResource resource={resource} onClose={close} />}
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
    refreshes: ['GET /orchestration/resources', 'GET /orchestration/resources/{resourceId}'],
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

type DialogProps = { resource: Schema<'Resource'>; onClose: () => void };

/** Moves a resource to another workspace of its environment. */
function MoveResource({ resource: { id, name, workspaceInfo }, onClose }: DialogProps): ReactNode {
  const text = useText(resourceMessages);
  const move = useChange('PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}', {
    refreshes: ['GET /orchestration/resources', 'GET /orchestration/resources/{resourceId}'],
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

/** Asks before a resource is deleted. */
function DeleteResource({ resource: { id, name }, onClose }: DialogProps): ReactNode {
  const text = useText(resourceMessages);
  const navigate = useNavigate();
  const remove = useChange('DELETE /orchestration/resources/{resourceId}', {
    refreshes: ['GET /orchestration/resources'],
    notice: text('deleted'),
    onDone: () => void navigate({ to: '/setup/resources' }),
  });
  return (
    <DeleteDialog name={name} change={remove} onDelete={() => remove.mutate({ path: { resourceId: id } })} onClose={onClose}>
      <p>{text('deleteHint')}</p>
    </DeleteDialog>
  );
}
