/** One plan: its graph, its automatic starts, and its runs; or the editor of the plan. */
import type { ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { RunsOfPlan } from '../plan-executions/runs-of-plan.tsx';
import { planMessages } from './messages.ts';
import { PlanActions } from './plan-actions.tsx';
import { stepsOfChart } from './plan-draft.ts';
import { GraphCard } from './graph-editor.tsx';
import { PlanEditing } from './plan-editing.tsx';
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
      <GraphCard steps={steps} />
      <StepList steps={steps} />
      <PlanStarts planId={planId} environmentId={plan.workspace?.environment?.id} />
      <RunsOfPlan planId={planId} />
    </>
  );
}
