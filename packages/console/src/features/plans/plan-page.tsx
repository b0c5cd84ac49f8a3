/** One plan: its graph, its automatic starts, and its runs; or the editor of the plan. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { CHANGES_STARTS, CHANGES_TASKS } from '../../app/needs.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog, FormDialog } from '../../ui/dialogs.tsx';
import { ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { RunsOfPlan } from '../plan-executions/runs-of-plan.tsx';
import { GraphCard, PlanEditor } from './graph-editor.tsx';
import { LookOnly, useLack } from '../workspace-permissions/lack.tsx';
import { planMessages } from './messages.ts';
import { stepsOfChart, toStepRequests } from './plan-draft.ts';
import { PlanStarts } from './plan-starts.tsx';
import { PlanStatusMark } from './plan-status.tsx';
import { StepList } from './step-list.tsx';
import './plan.css';

const route = getRouteApi('/plans/$planId');

const REFRESH_INTERVAL = 5000;

/** The page. */
export function PlanPage(): ReactNode {
  const text = useText(planMessages);
  const language = useLanguage();
  const zone = useZone();
  const { planId } = route.useParams();
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: plan, error } = useRead(
    'GET /orchestration/executables/plans/{planId}',
    { path: { planId } },
    { every: () => edit === undefined && REFRESH_INTERVAL },
  );
  const lack = useLack(plan ? { ...CHANGES_STARTS, workspace: plan.workspace } : {});
  if (!plan) return <ErrorNote error={error} />;
  const setEdit = (isOn: boolean): void => void navigate({ search: (search) => ({ ...search, edit: isOn ? 'yes' : undefined }) });
  if (edit) return <PlanEditing key={planId} plan={plan} onEnd={() => setEdit(false)} />;
  const { planPauseDetails: pause, description } = plan;
  const steps = stepsOfChart(plan.chart);
  return (
    <>
      <PageHead
        title={plan.name}
        aside={pause?.pause ? <StatusMark tone="off">{text('paused')}</StatusMark> : <PlanStatusMark status={plan.status} />}
      >
        <PlanActions plan={plan} onEdit={() => setEdit(true)} />
      </PageHead>
      {pause?.pause && (
        <div className="note">
          <p dir="auto">
            {text('pausedBy', { user: pause.user ?? '', date: timeText(pause.pauseDate ?? 0, 'minute', language, zone) })}{' '}
            {pause.pauseContext}
          </p>
        </div>
      )}
      {description && <p dir="auto">{description}</p>}
      <LookOnly lack={lack} />
      <GraphCard steps={steps} />
      <RunsOfPlan planId={planId} name={plan.name} />
      <PlanStarts planId={planId} environmentId={plan.workspace?.environment?.id} mayChange={lack === undefined} />
      <StepList steps={steps} />
    </>
  );
}

/** The routes whose answers depend on a plan. */
const READS = ['GET /orchestration/executables/plans/{planId}', 'GET /orchestration/executables/plans'] as const;

type PlanActionsProps = { plan: Schema<'PlanExecutableDetails'>; onEdit: () => void };

/** The buttons that run, edit, pause and delete the plan. */
function PlanActions({ plan: { executable: planId, planPauseDetails, workspace }, onEdit }: PlanActionsProps): ReactNode {
  const text = useText(planMessages);
  const navigate = useNavigate();
  const mayRun = useLack({ ...CHANGES_STARTS, workspace }) === undefined;
  const mayChange = useLack({ ...CHANGES_TASKS, workspace }) === undefined;
  const [openDialog, setOpenDialog] = useState<'pause' | 'delete'>();
  const [reason, setReason] = useState('');
  const isPaused = planPauseDetails?.pause === true;
  const run = useChange('POST /processing/executions/plans', {
    refreshes: ['GET /processing/executables/plans/{planId}/executions', ...READS],
    notice: text('runAccepted'),
    onDone: ({ executionId }) => void navigate({ to: '/plans/runs/$planExecutionId', params: { planExecutionId: executionId } }),
  });
  const pause = useChange('PUT /orchestration/executables/plans/{planId}/pause', {
    refreshes: READS,
    notice: text(isPaused ? 'isResumed' : 'isPaused'),
    onDone: () => setOpenDialog(undefined),
  });
  const remove = useDeletion(
    'DELETE /orchestration/executables/plans/{planId}',
    ['GET /orchestration/executables/plans'],
    '/plans',
    text('planDeleted'),
  );
  const path = { planId };
  const refusal = run.error ?? (openDialog === undefined ? pause.error : null);
  return (
    <>
      {mayChange && (
        <ActionButton tone="danger" onPress={() => setOpenDialog('delete')}>
          {text('delete')}
        </ActionButton>
      )}
      {mayRun &&
        (isPaused ? (
          <ActionButton isPending={pause.isPending} onPress={() => pause.mutate({ path, body: { pause: false } })}>
            {text('resume')}
          </ActionButton>
        ) : (
          <ActionButton onPress={() => setOpenDialog('pause')}>{text('pause')}</ActionButton>
        ))}
      {mayChange && <ActionButton onPress={onEdit}>{text('edit')}</ActionButton>}
      {mayRun && (
        <ActionButton tone="main" icon="play" isPending={run.isPending} onPress={() => run.mutate({ body: { executable: planId } })}>
          {text('runNow')}
        </ActionButton>
      )}
      <ErrorNote error={refusal} />
      <FormDialog
        title={text('pauseTitle')}
        isOpen={openDialog === 'pause'}
        hint={text('pauseHint')}
        action={text('pause')}
        change={pause}
        onSubmit={() => pause.mutate({ path, body: { pause: true, pauseContext: reason } })}
        onClose={() => setOpenDialog(undefined)}
      >
        <TextField label={text('reason')} value={reason} onChange={setReason} autoFocus />
      </FormDialog>
      <ConfirmDialog
        title={text('deletePlan')}
        action={text('delete')}
        isOpen={openDialog === 'delete'}
        change={remove}
        onConfirm={() => remove.mutate({ path })}
        onClose={() => setOpenDialog(undefined)}
      >
        <p>{text('deleteHint')}</p>
      </ConfirmDialog>
    </>
  );
}

/** The page of a plan while a person edits it. The edits stay after a refusal. */
function PlanEditing({ plan, onEnd }: { plan: Schema<'PlanExecutableDetails'>; onEnd: () => void }): ReactNode {
  const text = useText(planMessages);
  const [{ name, description }, draft] = useDraft({ name: plan.name, description: plan.description ?? '' });
  const [saved] = useState(() => stepsOfChart(plan.chart));
  const [steps, setSteps] = useState(saved);
  const isChanged = steps !== saved || name !== plan.name || description !== (plan.description ?? '');
  const save = useChange('PUT /orchestration/executables/plans/{planId}', {
    refreshes: READS,
    notice: text('planSaved'),
    onDone: onEnd,
  });
  useUnsaved(isChanged && !save.isPending);
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
        <div className="plan-fields">
          <TextField label={text('name')} {...draft.field('name')} />
          <TextField label={text('description')} {...draft.field('description')} />
        </div>
      </section>
      <PlanEditor steps={steps} environmentId={plan.workspace?.environment?.id} onChange={setSteps} />
    </>
  );
}
