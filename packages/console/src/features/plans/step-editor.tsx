/** The steps of a plan as a list to change: everything that the graph can do, by fields and buttons. */
import type { ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { planMessages } from './messages.ts';
import {
  withChangedStep,
  withMovedEntry,
  withMovedStep,
  withoutEntry,
  withoutStep,
  withStep,
  type DraftStep,
  type EntryPosition,
} from './plan-draft.ts';
import type { GraphEditing } from './plan-graph.tsx';

const STEP_CONDITIONS = ['ALL_SUCCEEDED', 'AT_LEAST_ONE_SUCCEEDED', 'ALWAYS_PROCEED_ON'] as const;

type StepEditorProps = { steps: readonly DraftStep[]; editing: GraphEditing };

/** The list. */
export function StepEditor({ steps, editing }: StepEditorProps): ReactNode {
  const text = useText(planMessages);
  const add = (position: number): void => editing.onChange(withStep(steps, position, text('step', { number: position + 1 })));
  return (
    <section className="card">
      <h2>{text('stepList')}</h2>
      <ol className="steps">
        {steps.map((step, index) => (
          <EditedStep key={step.key} steps={steps} step={step} index={index} editing={editing} onAddAfter={() => add(index + 1)} />
        ))}
      </ol>
      <ActionButton icon="plus" onPress={() => add(steps.length)}>
        {text('addStep')}
      </ActionButton>
    </section>
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
