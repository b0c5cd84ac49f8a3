/** The editor of a plan: the graph, the same steps as a list, and a search for tasks and plans. */
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { lazyPart } from '../../app/parts.ts';
import { useText } from '../../text/language.tsx';
import { Card } from '../../ui/page-parts.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ExecutableFinder } from '../schedules/schedule-use.tsx';
import { planMessages } from './messages.ts';
import {
  withChangedStep,
  withEntry,
  withMovedEntry,
  withMovedStep,
  withoutEntry,
  withoutStep,
  withStep,
  type DraftStep,
  type EntryPosition,
} from './plan-draft.ts';
import type { GraphEditing } from './plan-graph.tsx';
import type { RunStates } from './plan-status.tsx';

const Graph = lazyPart(async () => (await import('./plan-graph.tsx')).PlanGraph);

/** A card with the graph, without editing. The graph is loaded after the page. */
export function GraphCard({ steps, states }: { steps: readonly DraftStep[]; states?: RunStates }): ReactNode {
  const text = useText(planMessages);
  return (
    <Card title={text('graph')}>
      <Suspense fallback={<div className="plan-graph" aria-busy="true" />}>
        <Graph steps={steps} states={states} />
      </Suspense>
    </Card>
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
      <Card title={text('graph')}>
        <Suspense fallback={<div className="plan-graph" aria-busy="true" />}>
          <Graph steps={steps} editing={editing} />
        </Suspense>
        <p className="hint">{text('graphHint')}</p>
      </Card>
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

const STEP_CONDITIONS = ['ALL_SUCCEEDED', 'AT_LEAST_ONE_SUCCEEDED', 'ALWAYS_PROCEED_ON'] as const;

type StepEditorProps = { steps: readonly DraftStep[]; editing: GraphEditing };

/** The steps of a plan as a list to change: everything that the graph can do, by fields and buttons. */
function StepEditor({ steps, editing }: StepEditorProps): ReactNode {
  const text = useText(planMessages);
  const add = (position: number): void => editing.onChange(withStep(steps, position, text('step', { number: position + 1 })));
  return (
    <Card title={text('stepList')}>
      <ol className="steps ruled">
        {steps.map((step, index) => (
          <EditedStep key={step.key} steps={steps} step={step} index={index} editing={editing} onAddAfter={() => add(index + 1)} />
        ))}
      </ol>
      <ActionButton icon="plus" onPress={() => add(steps.length)}>
        {text('addStep')}
      </ActionButton>
    </Card>
  );
}

type EditedStepProps = StepEditorProps & { step: DraftStep; index: number; onAddAfter: () => void };

function EditedStep({ steps, step, index, editing, onAddAfter }: EditedStepProps): ReactNode {
  const text = useText(planMessages);
  const { key, name } = step;
  const set = (changed: Partial<DraftStep>): void => editing.onChange(withChangedStep(steps, key, changed));
  const isLast = index === steps.length - 1;
  return (
    <li>
      <div className="step-fields">
        <TextField label={text('stepName')} value={name} onChange={(value) => set({ name: value })} />
        <ChoiceField
          label={text('condition')}
          value={step.condition}
          options={STEP_CONDITIONS.map((id) => ({ id, name: text(`condition${id}`) }))}
          onChange={(condition) => set({ condition })}
        />
        <TextField label={text('note')} value={step.note} onChange={(note) => set({ note })} />
        <span className="step-buttons">
          <IconButton
            label={text('moveEarlier', { name })}
            icon="left"
            isDisabled={index === 0}
            onPress={() => editing.onChange(withMovedStep(steps, key, index - 1))}
          />
          <IconButton
            label={text('moveLater', { name })}
            icon="right"
            isDisabled={isLast}
            onPress={() => editing.onChange(withMovedStep(steps, key, index + 1))}
          />
          <IconButton label={text('addStepAfter', { name })} icon="plus" onPress={onAddAfter} />
          <IconButton label={text('removeStep', { name })} icon="close" onPress={() => editing.onChange(withoutStep(steps, key))} />
        </span>
      </div>
      {step.tasks.length === 0 && <p className="hint">{text('noTask')}</p>}
      <EditedEntries steps={steps} step={step} index={index} part="tasks" editing={editing} />
      <div className="step-handler">
        <span className="hint">{text('handler')}</span>
        <EditedEntries steps={steps} step={step} index={index} part="handler" editing={editing} />
      </div>
    </li>
  );
}

type EditedEntriesProps = StepEditorProps & { step: DraftStep; index: number; part: EntryPosition['part'] };

function EditedEntries({ steps, step, index, part, editing }: EditedEntriesProps): ReactNode {
  const text = useText(planMessages);
  const isStep = part === 'tasks';
  const move = (id: string, by: number): void => {
    const target = steps[index + by];
    if (target) editing.onChange(withMovedEntry(steps, { step: step.key, part, id }, { step: target.key, part }));
  };
  return (
    <ul className="step-entries">
      {step[part].map(({ id, kind, name = text('hidden') }) => (
        <li key={id}>
          <span dir="auto">{name}</span>
          {kind === 'PLAN' && <span className="hint">{text('plan')}</span>}
          <span className="step-buttons">
            <IconButton label={text('moveEntryEarlier', { name })} icon="left" isDisabled={index === 0} onPress={() => move(id, -1)} />
            <IconButton
              label={text('moveEntryLater', { name })}
              icon="right"
              isDisabled={index === steps.length - 1}
              onPress={() => move(id, 1)}
            />
            <IconButton
              label={text('remove', { name })}
              icon="close"
              onPress={() => editing.onChange(withoutEntry(steps, { step: step.key, part, id }))}
            />
          </span>
        </li>
      ))}
      <li>
        <ActionButton
          icon="plus"
          aria-label={`${text(isStep ? 'addTask' : 'addHandler')}: ${step.name}`}
          onPress={() => editing.onAdd({ step: step.key, part })}
        >
          {text(isStep ? 'addTask' : 'addHandler')}
        </ActionButton>
      </li>
    </ul>
  );
}
