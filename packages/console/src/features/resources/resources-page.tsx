/** The list of resources, and the dialog that creates one. */
import { useState, type ReactNode } from 'react';
import { useFilters } from '../../app/filters.ts';
import { useEnvironmentList } from '../../app/lists.ts';
import { CHANGES_RESOURCES } from '../../app/needs.ts';
import { useWorkspacesWith } from '../../app/own-rights.ts';
import { useUpload } from '../../app/upload.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { NameLink } from '../../ui/links.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton, ModalDialog } from '../../ui/dialogs.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { FilterField, TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useLack } from '../workspace-permissions/lack.tsx';
import { idOrFirst, WorkspaceFilter } from '../workspaces/workspace-choice.tsx';
import { resourceMessages } from './messages.ts';

/** The page. */
export function ResourcesPage(): ReactNode {
  const text = useText(resourceMessages);
  const { filters, isFiltered, typed, chosen } = useFilters('/setup/resources');
  const { name, workspace } = filters;
  const mayCreate = useLack(CHANGES_RESOURCES) === undefined;
  const creation = useDialogButton(text('new'), (close) => <NewResourceDialog workspace={workspace} onClose={close} />);
  const list = useEnvironmentList('GET /orchestration/resources', { name, workspaceId: workspace });
  return (
    <TablePage
      text={text}
      title={text('title')}
      create={mayCreate && creation.button}
      filters={
        <>
          <FilterField label={text('name')} {...typed('name')} />
          <WorkspaceFilter {...chosen('workspace')} />
        </>
      }
      isFiltered={isFiltered}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id, name }, focus) => (
            <NameLink {...focus} to="/setup/resources/$resourceId" params={{ resourceId: id }} name={name} />
          ),
        },
        { id: 'kind', width: '8rem', render: ({ file }) => text(file ? 'file' : 'folder') },
        { id: 'workspace', width: '12rem', render: ({ workspaceInfo }) => <bdi>{workspaceInfo.name}</bdi> },
        { id: 'description', isWide: true, render: ({ description }) => <bdi>{description}</bdi> },
      ]}
    >
      {creation.dialog}
    </TablePage>
  );
}

/** The dialog that creates a resource from a file: first the file, then its properties. */
function NewResourceDialog({ workspace, onClose }: { workspace: string | undefined; onClose: () => void }): ReactNode {
  const text = useText(resourceMessages);
  const workspaces = useWorkspacesWith('AUTHOR');
  const [file, setFile] = useState<File>();
  const [{ name, description, isFolder }, draft] = useDraft({ name: '', description: '', isFolder: false });
  const [chosen, setChosen] = useState(workspace);
  const workspaceId = idOrFirst(workspaces, chosen) ?? '';
  const create = useUpload('POST /orchestration/resources', {
    refreshes: ['GET /orchestration/resources'],
    notice: text('saved'),
    onDone: onClose,
  });
  function send(content: File): void {
    const resource = { name, workspaceId, file: !isFolder, ...(description !== '' && { description }) };
    const form = new FormData();
    // This part comes first, so that the server can refuse it before the file is sent.
    form.append('resource', new Blob([JSON.stringify(resource)], { type: 'application/json' }));
    form.append('file', content, content.name);
    create.mutate({ form });
  }
  const isZip = file?.name.toLowerCase().endsWith('.zip') === true;
  return (
    <ModalDialog title={text('new')} onClose={onClose}>
      <FileDrop
        label={text('drop')}
        hint={text('dropHint')}
        file={file}
        isDisabled={create.isPending}
        onFile={(accepted) => {
          setFile(accepted);
          draft.set({ name: accepted.name });
        }}
      />
      {file && (
        <ChangeForm action={text('create')} change={create} onSubmit={() => send(file)} onCancel={onClose}>
          <TextField label={text('name')} {...draft.field('name')} isRequired autoComplete="off" />
          <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
          <ChoiceField label={text('workspace')} value={workspaceId} options={workspaces} onChange={setChosen} />
          {isZip && <CheckField {...draft.check('isFolder')}>{text('isFolder')}</CheckField>}
          {create.progress !== undefined && <ProgressLine label={text('sending', { name: file.name })} part={create.progress} />}
        </ChangeForm>
      )}
    </ModalDialog>
  );
}
