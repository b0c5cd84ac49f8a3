/** The graph of a plan for pages that show it, and the editor: the graph, the panel of its selected part, and a search for tasks and plans. */
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-parts.ts';
import { useText } from '../../text/language.tsx';
import { Card } from '../../ui/page-parts.tsx';
import { ExecutableFinder } from '../schedules/executable-finder.tsx';
import { planMessages } from './messages.ts';
import { graphDirection, graphHeight, placeSteps } from './graph-layout.ts';
import { withEntry, type DraftStep, type EntryPosition } from './plan-draft.ts';
import type { GraphEditing, Selection } from './plan-graph.tsx';
import type { RunStates } from './plan-status.tsx';
import { StepPanel } from './step-panel.tsx';
import styles from './graph-editor.module.css';

const Graph = lazyPart(async () => (await import('./plan-graph.tsx')).PlanGraph);

/** A card with the graph, without editing. The graph is loaded after the page. */
export function GraphCard({ steps, states }: { steps: readonly DraftStep[]; states?: RunStates }): ReactNode {
  const text = useText(planMessages);
  return (
    <Card title={text('graph')}>
      <Suspense fallback={<GraphPlace steps={steps} isEdited={false} />}>
        <Graph steps={steps} states={states} />
      </Suspense>
    </Card>
  );
}

/** The frame of the graph while its code is loaded: as high as the graph, so that nothing moves when that appears. */
const GraphPlace = ({ steps, isEdited }: { steps: readonly DraftStep[]; isEdited: boolean }): ReactNode => (
  <div
    className="plan-graph"
    aria-busy="true"
    style={{ blockSize: graphHeight(placeSteps(steps, graphDirection(window.innerWidth), isEdited)) }}
  />
);

type PlanEditorProps = { steps: readonly DraftStep[]; environmentId: string | undefined; onChange: (steps: DraftStep[]) => void };

/** The editor. */
export function PlanEditor({ steps, environmentId, onChange }: PlanEditorProps): ReactNode {
  const text = useText(planMessages);
  const [adding, setAdding] = useState<Omit<EntryPosition, 'id'>>();
  const [{ selected, focusRequest }, setSelection] = useState<{ selected: Selection | undefined; focusRequest: number }>({
    selected: steps[0] && { step: steps[0].key, part: 'tasks' },
    focusRequest: 0,
  });
  const editing = useMemo<GraphEditing>(
    () => ({
      onChange,
      onAdd: setAdding,
      onSelect: (next, isByKey = false) =>
        setSelection((current) => ({ selected: next, focusRequest: current.focusRequest + (isByKey ? 1 : 0) })),
    }),
    [onChange],
  );
  /** Returns the function that adds a found task or plan where the person has asked for one. */
  const add = (kind: 'TASK' | 'PLAN') => (id: string, name: string) => adding && onChange(withEntry(steps, adding, { id, name, kind }));
  return (
    <div className={styles['editor']}>
      <Card title={text('graph')}>
        <Suspense fallback={<GraphPlace steps={steps} isEdited />}>
          <Graph steps={steps} editing={editing} selected={selected} />
        </Suspense>
        <p className="hint">{text('graphHint')}</p>
      </Card>
      <StepPanel steps={steps} editing={editing} selected={selected} focusRequest={focusRequest} />
      {adding && (
        <ExecutableFinder
          environmentId={environmentId}
          label={text(adding.part === 'tasks' ? 'addTask' : 'addHandler')}
          onTask={add('TASK')}
          {...(adding.part === 'handler' && { onPlan: add('PLAN') })}
          onClose={() => setAdding(undefined)}
        />
      )}
    </div>
  );
}
