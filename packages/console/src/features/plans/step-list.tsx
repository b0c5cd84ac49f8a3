/** The steps of a plan as a list, with the content of the graph: for screen readers, keyboards and narrow screens. */
import type { ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { planMessages } from './messages.ts';
import type { DraftStep, EntryPosition, PlanEntry } from './plan-draft.ts';
import { entryKey, entryTarget, stepKey, type NodeState, type RunStates } from './plan-status.tsx';

/** The list. */
export function StepList({ steps, states }: { steps: readonly DraftStep[]; states?: RunStates }): ReactNode {
  const text = useText(planMessages);
  const entries = (step: DraftStep, part: EntryPosition['part']): ReactNode => (
    <ul className="step-entries">
      {step[part].map((entry) => (
        <li key={entry.id}>
          <EntryLink entry={entry} state={states?.get(entryKey({ step: step.key, part, id: entry.id }))} />
        </li>
      ))}
    </ul>
  );
  return (
    <Card title={text('stepList')}>
      <ol className="steps ruled">
        {steps.map((step, index) => {
          const state = states?.get(stepKey(step.key));
          return (
            <li key={step.key}>
              <h3 dir="auto">{text('stepNumber', { number: index + 1, name: step.name })}</h3>{' '}
              {state ? <StatusMark tone={state.tone}>{state.label}</StatusMark> : <span className="hint">{text(step.condition)}</span>}
              {entries(step, 'tasks')}
              {step.handler.length > 0 && (
                <div className="step-handler">
                  <span className="hint">{text('handler')}</span>
                  {entries(step, 'handler')}
                </div>
              )}
              {step.note !== '' && (
                <p className="hint" dir="auto">
                  {step.note}
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** A task or plan of a step in the list: its name and its state. The name links to its run, if it has one. */
function EntryLink({ entry, state }: { entry: PlanEntry; state?: NodeState | undefined }): ReactNode {
  const text = useText(planMessages);
  const name = entry.name ?? text('hidden');
  const target = entryTarget(entry, state);
  return (
    <>
      {target ? <TextLink {...target} name={name} /> : <span className="hint">{name}</span>}
      {entry.kind === 'PLAN' && <span className="hint">{text('plan')}</span>}
      {entry.isPaused && !state && <StatusMark tone="off">{text('paused')}</StatusMark>}
      {state && <StatusMark tone={state.tone}>{state.label}</StatusMark>}
    </>
  );
}
