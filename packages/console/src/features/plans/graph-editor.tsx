/** The editor of a plan: the graph, the same steps as a list, and a search for tasks and plans. */
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { ExecutableFinder } from '../schedules/schedule-use.tsx';
import { planMessages } from './messages.ts';
import { withEntry, type DraftStep, type EntryPosition } from './plan-draft.ts';
import type { RunStates } from './run-states.ts';
import { StepEditor } from './step-editor.tsx';

const Graph = lazy(() => import('./plan-graph.tsx').then(({ PlanGraph }) => ({ default: PlanGraph })));

/** A card with the graph, without editing. The graph is loaded after the page. */
export function GraphCard({ steps, states }: { steps: readonly DraftStep[]; states?: RunStates }): ReactNode {
  const text = useText(planMessages);
  return (
    <section className="card">
      <h2>{text('graph')}</h2>
      <Suspense fallback={<div className="plan-graph" aria-busy="true" />}>
        <Graph steps={steps} states={states} />
      </Suspense>
    </section>
  );
}

type PlanEditorProps = { steps: readonly DraftStep[]; environmentId: string | undefined; onChange: (steps: DraftStep[]) => void };

/** The editor. */
export function PlanEditor({ steps, environmentId, onChange }: PlanEditorProps): ReactNode {
  const text = useText(planMessages);
  const [adding, setAdding] = useState<Omit<EntryPosition, 'id'>>();
  const editing = useMemo(() => ({ onChange, onAdd: setAdding }), [onChange]);
  const add = (kind: 'TASK' | 'PLAN') => (id: string, name: string) => adding && onChange(withEntry(steps, adding, { id, name, kind }));
  return (
    <>
      <section className="card">
        <h2>{text('graph')}</h2>
        <Suspense fallback={<div className="plan-graph" aria-busy="true" />}>
          <Graph steps={steps} editing={editing} />
        </Suspense>
        <p className="hint">{text('graphHint')}</p>
      </section>
      <StepEditor steps={steps} editing={editing} />
      {adding && (
        <ExecutableFinder
          environmentId={environmentId}
          label={text(adding.part === 'tasks' ? 'addTask' : 'addHandler')}
          onTask={add('TASK')}
          {...(adding.part === 'handler' && { onPlan: add('PLAN') })}
          onClose={() => setAdding(undefined)}
        />
      )}
    </>
  );
}
