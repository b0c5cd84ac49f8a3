/** The page of a plan while a person edits it. The edits stay after a refusal. */
import { useEffect, useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { planMessages } from './messages.ts';
import { stepsOfChart, toStepRequests } from './plan-draft.ts';
import { PlanEditor } from './graph-editor.tsx';

/** The plan with its fields. */
export function PlanEditing({ plan, onEnd }: { plan: Schema<'PlanExecutableDetails'>; onEnd: () => void }): ReactNode {
  const text = useText(planMessages);
  const [{ name, description }, draft] = useDraft({ name: plan.name, description: plan.description ?? '' });
  const [saved] = useState(() => stepsOfChart(plan.chart));
  const [steps, setSteps] = useState(saved);
  const isChanged = steps !== saved || name !== plan.name || description !== (plan.description ?? '');
  const save = useChange('PUT /orchestration/executables/plans/{planId}', {
    refreshes: ['GET /orchestration/executables/plans/{planId}', 'GET /orchestration/executables/plans'],
    notice: text('planSaved'),
    onDone: onEnd,
  });
  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);
  return (
    <>
      <PageHead title={name} aside={isChanged && <StatusMark tone="partly">{text('unsaved')}</StatusMark>}>
        <ActionButton onPress={onEnd}>{text('discard')}</ActionButton>
        <ActionButton
          tone="main"
          isPending={save.isPending}
          onPress={() => save.mutate({ path: { planId: plan.executable }, body: { name, description, steps: toStepRequests(steps) } })}
        >
          {text('save')}
        </ActionButton>
      </PageHead>
      <ErrorNote error={save.error} />
      <section className="card">
        <div className="step-fields">
          <TextField label={text('name')} {...draft.field('name')} />
          <TextField label={text('description')} {...draft.field('description')} />
        </div>
      </section>
      <PlanEditor steps={steps} environmentId={plan.workspace?.environment?.id} onChange={setSteps} />
    </>
  );
}
