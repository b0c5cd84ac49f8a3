/** The side panel of the editor of a plan: the fields of the selected step, or of the selected task or plan. */
import { useEffect, useRef, type ReactNode } from 'react';
import { executableTarget } from '../../app/link-targets.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { TextLink } from '../../ui/links.tsx';
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
  type PlanEntry,
} from './plan-draft.ts';
import type { GraphEditing, Selection } from './plan-graph.tsx';
import styles from './graph-editor.module.css';

const STEP_CONDITIONS = ['ALL_SUCCEEDED', 'AT_LEAST_ONE_SUCCEEDED', 'ALWAYS_PROCEED_ON'] as const;

type StepPanelProps = {
  steps: readonly DraftStep[];
  editing: GraphEditing;
  selected: Selection | undefined;
  /** Increases when the panel must get the focus, because a key has opened the selected part. */
  focusRequest: number;
};

/** The panel. Everything that the graph can do is also done here, by fields and buttons. */
export function StepPanel({ steps, editing, selected, focusRequest }: StepPanelProps): ReactNode {
  const text = useText(planMessages);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusRequest > 0) heading.current?.focus();
  }, [focusRequest]);
  const step = steps.find(({ key }) => key === selected?.step) ?? steps[0];
  const entry = step && selected && step[selected.part].find(({ id }) => id === selected.id);
  const index = step ? steps.indexOf(step) : -1;
  function add(position: number): void {
    const next = withStep(steps, position, text('step', { number: position + 1 }));
    editing.onChange(next);
    const added = next[position];
    if (added) editing.onSelect({ step: added.key, part: 'tasks' });
  }
  const addLast = (
    <ActionButton icon="plus" onPress={() => add(steps.length)}>
      {text('addStep')}
    </ActionButton>
  );
  const title =
    step === undefined
      ? text('stepList')
      : (entry?.name ?? (entry ? text('hidden') : text('stepNumber', { number: index + 1, name: step.name })));
  return (
    <section className={`card ${styles['panel']}`} aria-label={text('panelLabel')}>
      <h2 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h2>
      {step === undefined ? (
        addLast
      ) : entry && selected ? (
        <EntryFields steps={steps} step={step} entry={entry} part={selected.part} editing={editing} />
      ) : (
        <StepFields steps={steps} step={step} index={index} editing={editing} addLast={addLast} onAddAfter={() => add(index + 1)} />
      )}
    </section>
  );
}

type StepFieldsProps = {
  steps: readonly DraftStep[];
  step: DraftStep;
  index: number;
  editing: GraphEditing;
  addLast: ReactNode;
  onAddAfter: () => void;
};

function StepFields({ steps, step, index, editing, addLast, onAddAfter }: StepFieldsProps): ReactNode {
  const text = useText(planMessages);
  const { key, name } = step;
  const set = (changed: Partial<DraftStep>): void => editing.onChange(withChangedStep(steps, key, changed));
  return (
    <>
      {steps.length > 1 && (
        <ChoiceField
          label={text('shownStep')}
          value={key}
          options={steps.map((one, position) => ({ id: one.key, name: text('stepNumber', { number: position + 1, name: one.name }) }))}
          onChange={(chosen) => editing.onSelect({ step: chosen, part: 'tasks' })}
        />
      )}
      <div className={styles['buttons']}>
        <IconButton
          label={text('moveEarlier', { name })}
          icon="left"
          isDisabled={index === 0}
          onPress={() => editing.onChange(withMovedStep(steps, key, index - 1))}
        />
        <IconButton
          label={text('moveLater', { name })}
          icon="right"
          isDisabled={index === steps.length - 1}
          onPress={() => editing.onChange(withMovedStep(steps, key, index + 1))}
        />
        <IconButton label={text('addStepAfter', { name })} icon="plus" onPress={onAddAfter} />
        <IconButton label={text('removeStep', { name })} icon="close" onPress={() => editing.onChange(withoutStep(steps, key))} />
      </div>
      <TextField label={text('stepName')} value={name} onChange={(value) => set({ name: value })} />
      <ChoiceField
        label={text('condition')}
        value={step.condition}
        options={STEP_CONDITIONS.map((id) => ({ id, name: text(`condition${id}`) }))}
        onChange={(condition) => set({ condition })}
      />
      <TextField label={text('note')} value={step.note} onChange={(note) => set({ note })} />
      <div>
        <h3>{text('tasks')}</h3>
        {step.tasks.length === 0 && <p className="hint">{text('noTask')}</p>}
        <EntryList steps={steps} step={step} part="tasks" editing={editing} />
      </div>
      <div>
        <h3>{text('handler')}</h3>
        <EntryList steps={steps} step={step} part="handler" editing={editing} />
      </div>
      <hr />
      <div className={styles['buttons']}>{addLast}</div>
    </>
  );
}

type EntryListProps = { steps: readonly DraftStep[]; step: DraftStep; part: EntryPosition['part']; editing: GraphEditing };

/** The tasks of a step, or of its error handler. */
function EntryList({ steps, step, part, editing }: EntryListProps): ReactNode {
  const text = useText(planMessages);
  const addText = text(part === 'tasks' ? 'addTask' : 'addHandler');
  return (
    <>
      <ul className={styles['entries']}>
        {step[part].map(({ id, kind, name = text('hidden') }) => (
          <li key={id}>
            <ActionButton aria-label={text('openEntry', { name })} onPress={() => editing.onSelect({ step: step.key, part, id }, true)}>
              <bdi>{name}</bdi>
            </ActionButton>
            {kind === 'PLAN' && <span className="hint">{text('plan')}</span>}
            <IconButton
              label={text('remove', { name })}
              icon="close"
              onPress={() => editing.onChange(withoutEntry(steps, { step: step.key, part, id }))}
            />
          </li>
        ))}
      </ul>
      <ActionButton icon="plus" aria-label={`${addText}: ${step.name}`} onPress={() => editing.onAdd({ step: step.key, part })}>
        {addText}
      </ActionButton>
    </>
  );
}

type EntryFieldsProps = EntryListProps & { entry: PlanEntry };

/** Where a task or plan stands, with fields that move it. */
function EntryFields({ steps, step, entry: { id, kind, name }, part, editing }: EntryFieldsProps): ReactNode {
  const text = useText(planMessages);
  const from = { step: step.key, part, id };
  function move(to: Omit<EntryPosition, 'id'>): void {
    const next = withMovedEntry(steps, from, to);
    editing.onChange(next);
    if (next.find(({ key }) => key === to.step)?.[to.part].some((entry) => entry.id === id)) editing.onSelect({ ...to, id });
  }
  return (
    <>
      {name !== undefined && <TextLink {...executableTarget(kind, id)} name={text(kind === 'PLAN' ? 'showPlan' : 'showTask')} />}
      <ChoiceField
        label={text('inStep')}
        value={step.key}
        options={steps.map((one, index) => ({ id: one.key, name: text('stepNumber', { number: index + 1, name: one.name }) }))}
        onChange={(target) => move({ step: target, part })}
      />
      {kind === 'TASK' && (
        <ChoiceField
          label={text('runsWhen')}
          value={part}
          options={[
            { id: 'tasks', name: text('withStep') },
            { id: 'handler', name: text('handler') },
          ]}
          onChange={(target: EntryPosition['part']) => move({ step: step.key, part: target })}
        />
      )}
      <div className={styles['buttons']}>
        <ActionButton icon="left" onPress={() => editing.onSelect({ step: step.key, part: 'tasks' }, true)}>
          {text('backToStep')}
        </ActionButton>
        <ActionButton
          icon="close"
          onPress={() => {
            editing.onChange(withoutEntry(steps, from));
            editing.onSelect({ step: step.key, part: 'tasks' }, true);
          }}
        >
          {text('removeEntry')}
        </ActionButton>
      </div>
    </>
  );
}
