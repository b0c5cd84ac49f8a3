/** A new plan: its name, its workspace, and its first steps. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { CHANGES_TASKS } from '../../app/needs.ts';
import { useWorkspacesWith } from '../../app/own-rights.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { PageHead } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { Allowed } from '../workspace-permissions/lack.tsx';
import { idOrFirst } from '../workspaces/workspace-choice.tsx';
import { planMessages } from './messages.ts';
import { toStepRequests, withStep, type DraftStep } from './plan-draft.ts';
import { PlanEditor } from './graph-editor.tsx';
import './plan.css';

/** The page. */
export function NewPlanPage(): ReactNode {
  const text = useText();
  return (
    <Allowed needs={CHANGES_TASKS} title={text('newPlan')}>
      <NewPlanForm />
    </Allowed>
  );
}

function NewPlanForm(): ReactNode {
  const text = useText(planMessages);
  const navigate = useNavigate();
  const { environment } = useEnvironment();
  const workspaces = useWorkspacesWith('AUTHOR');
  const [{ name, description }, draft] = useDraft({ name: '', description: '' });
  const [chosen, setChosen] = useState<string>();
  const [first] = useState<DraftStep[]>(() => withStep([], 0, text('step', { number: 1 })));
  const [steps, setSteps] = useState(first);
  const workspaceId = idOrFirst(workspaces, chosen) ?? '';
  const create = useChange('POST /orchestration/executables/plans', {
    refreshes: ['GET /orchestration/executables/plans'],
    notice: text('planCreated'),
    onDone: ({ id }) => void navigate({ to: '/plans/$planId', params: { planId: id } }),
  });
  useUnsaved(steps !== first && !create.isPending);
  return (
    <>
      <PageHead title={text('newPlan')} />
      <section className="card">
        <ChangeForm
          action={text('save')}
          change={create}
          onSubmit={() =>
            create.mutate({ body: { name, workspaceId, ...(description !== '' && { description }), steps: toStepRequests(steps) } })
          }
          onCancel={() => void navigate({ to: '/plans' })}
        >
          <div className="plan-fields">
            <TextField label={text('name')} {...draft.field('name')} autoFocus />
            <ChoiceField label={text('workspace')} value={workspaceId} options={workspaces} onChange={setChosen} />
            <TextField label={text('description')} {...draft.field('description')} />
          </div>
        </ChangeForm>
      </section>
      <PlanEditor steps={steps} environmentId={environment?.id} onChange={setSteps} />
    </>
  );
}
