/** Creates a cluster. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField, MultiChoiceField } from '../../ui/choice-field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWorkspaceOptions } from '../workspaces/use-workspaces.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { clusterMessages } from './messages.ts';

const ALL = 'all';

/** The dialog. */
export function NewClusterDialog({ environment, onClose }: { environment: Schema<'EnvironmentInfo'>; onClose: () => void }): ReactNode {
  const text = useText(clusterMessages);
  const navigate = useNavigate();
  const workspaces = useWorkspaceOptions();
  const [{ name, description, workspaceId }, draft] = useDraft({ name: '', description: '', workspaceId: ALL });
  const [remoteEngines, setEngines] = useState<string[]>([]);
  const { data: engines = [] } = useRead('GET /processing/runtimes/remote-engines', {
    query: { query: `environment.id==${environment.id}` },
  });
  const free = engines.filter(({ clusterId }) => clusterId === undefined);
  const create = useChange('POST /processing/runtimes/remote-engine-clusters', {
    refreshes: ['GET /processing/runtimes/remote-engine-clusters', 'GET /processing/runtimes/remote-engines'],
    onDone: ({ id }) => void navigate({ to: '/setup/clusters/$clusterId', params: { clusterId: id } }),
  });
  return (
    <ModalDialog title={text('createTitle', { name: environment.name })} isOpen onClose={onClose}>
      <ChangeForm
        action={text('create')}
        change={create}
        onSubmit={() =>
          create.mutate({
            body: {
              name,
              environmentId: environment.id,
              remoteEngines,
              ...(description !== '' && { description }),
              ...(workspaceId !== ALL && { workspaceId }),
            },
          })
        }
        onCancel={onClose}
      >
        <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
        <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
        <ChoiceField
          label={text('workspace')}
          {...draft.field('workspaceId')}
          options={[{ id: ALL, name: text('allWorkspaces') }, ...workspaces]}
        />
        {free.length > 0 && (
          <MultiChoiceField
            label={text('engines')}
            values={remoteEngines}
            options={free.map((engine) => ({ id: engine.id, name: engine.name }))}
            onChange={setEngines}
          />
        )}
      </ChangeForm>
    </ModalDialog>
  );
}
