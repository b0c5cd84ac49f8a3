/** Dialogs that create and change a dynamic-engine environment. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Route, Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { dynamicEnvironmentMessages } from './messages.ts';

/** The routes whose answers change when an environment is created, changed or deleted. */
export const DYNAMIC_ENVIRONMENT_READS: readonly Route[] = [
  'POST /orchestration/dynamic-engine-environments/search',
  'GET /orchestration/dynamic-engine-environments/{environmentId}',
  'GET /orchestration/environments',
  'GET /orchestration/workspaces',
];

/** Creates an environment with its first workspace, and goes to its page. */
export function NewDynamicEnvironment({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(dynamicEnvironmentMessages);
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [workspaceName, setWorkspaceName] = useState('');
  const [owner, setOwner] = useState('');
  const create = useChange('POST /orchestration/dynamic-engine-environments', {
    refreshes: DYNAMIC_ENVIRONMENT_READS,
    onDone: ({ id }) => void navigate({ to: '/setup/dynamic-engine-environments/$environmentId', params: { environmentId: id } }),
  });
  return (
    <ModalDialog title={text('new')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('create')}
        isPending={create.isPending}
        error={create.error}
        onSubmit={() => create.mutate({ body: { name, workspaceName, description: description || null, owner: owner || null } })}
        onCancel={onClose}
      >
        <TextField label={text('name')} value={name} onChange={setName} isRequired autoFocus autoComplete="off" />
        <TextField label={text('description')} value={description} onChange={setDescription} autoComplete="off" />
        <TextField label={text('workspaceName')} value={workspaceName} onChange={setWorkspaceName} isRequired autoComplete="off" />
        <TextField label={text('workspaceOwner')} hint={text('ownerHint')} value={owner} onChange={setOwner} autoComplete="off" />
      </ChangeForm>
    </ModalDialog>
  );
}

const STRATEGIES: readonly Schema<'DEStrategy'>[] = ['NONE', 'CONTROL_PLANE', 'DYNAMIC_ENGINE'];

/** Changes an environment. */
export function ChangeDynamicEnvironment({
  environment,
  onClose,
}: {
  environment: Schema<'DEEnvironment'>;
  onClose: () => void;
}): ReactNode {
  const text = useText(dynamicEnvironmentMessages);
  const [name, setName] = useState(environment.name);
  const [description, setDescription] = useState(environment.description);
  const [logStrategy, setLogStrategy] = useState(environment.logStrategy);
  const [metricsStrategy, setMetricsStrategy] = useState(environment.metricsStrategy);
  const change = useChange('PUT /orchestration/dynamic-engine-environments/{environmentId}', {
    refreshes: DYNAMIC_ENVIRONMENT_READS,
    onDone: () => {
      toast(text('saved'));
      onClose();
    },
  });
  const strategies = STRATEGIES.map((id) => ({ id, name: text(id) }));
  return (
    <ModalDialog title={text('changeName', { name: environment.name })} isOpen onClose={onClose}>
      <ChangeForm
        action={text('save')}
        isPending={change.isPending}
        error={change.error}
        onSubmit={() =>
          change.mutate({ path: { environmentId: environment.id }, body: { name, description, logStrategy, metricsStrategy } })
        }
        onCancel={onClose}
      >
        <TextField label={text('name')} value={name} onChange={setName} isRequired autoFocus autoComplete="off" />
        <TextField label={text('description')} value={description} onChange={setDescription} autoComplete="off" />
        <ChoiceField label={text('logs')} value={logStrategy} options={strategies} onChange={setLogStrategy} />
        <ChoiceField label={text('metrics')} value={metricsStrategy} options={strategies} onChange={setMetricsStrategy} />
        <p className="hint">{text('strategyHint')}</p>
      </ChangeForm>
    </ModalDialog>
  );
}
