/** Dialogs that create and change a dynamic-engine environment. */
import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Route, Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
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
  const [{ name, description, workspaceName, owner }, draft] = useDraft({ name: '', description: '', workspaceName: '', owner: '' });
  const create = useChange('POST /orchestration/dynamic-engine-environments', {
    refreshes: DYNAMIC_ENVIRONMENT_READS,
    onDone: ({ id }) => void navigate({ to: '/setup/dynamic-engine-environments/$environmentId', params: { environmentId: id } }),
  });
  return (
    <FormDialog
      title={text('newEnvironment')}
      action={text('create')}
      change={create}
      onSubmit={() => create.mutate({ body: { name, workspaceName, description: description || null, owner: owner || null } })}
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
      <TextField label={text('workspaceName')} {...draft.field('workspaceName')} isRequired autoComplete="off" />
      <TextField label={text('workspaceOwner')} hint={text('ownerHint')} {...draft.field('owner')} autoComplete="off" />
    </FormDialog>
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
  const [{ name, description, logStrategy, metricsStrategy }, draft] = useDraft({
    name: environment.name,
    description: environment.description,
    logStrategy: environment.logStrategy,
    metricsStrategy: environment.metricsStrategy,
  });
  const change = useChange('PUT /orchestration/dynamic-engine-environments/{environmentId}', {
    refreshes: DYNAMIC_ENVIRONMENT_READS,
    notice: text('saved'),
    onDone: onClose,
  });
  const strategies = STRATEGIES.map((id) => ({ id, name: text(id) }));
  return (
    <FormDialog
      title={text('changeName', { name: environment.name })}
      action={text('save')}
      change={change}
      onSubmit={() => change.mutate({ path: { environmentId: environment.id }, body: { name, description, logStrategy, metricsStrategy } })}
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
      <ChoiceField label={text('logs')} {...draft.field('logStrategy')} options={strategies} />
      <ChoiceField label={text('metrics')} {...draft.field('metricsStrategy')} options={strategies} />
      <p className="hint">{text('strategyHint')}</p>
    </FormDialog>
  );
}
