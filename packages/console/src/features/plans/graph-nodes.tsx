/** The nodes of the graph of a plan. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { GraphDirection } from './graph-layout.ts';
import type { EntryPosition, PlanEntry } from './plan-draft.ts';
import { entryTarget, PeriodText, type NodeState } from './plan-status.tsx';

type BoxData = {
  planPosition: { step: string; part: EntryPosition['part']; id?: undefined };
  title: string;
  hint: string;
  direction: GraphDirection;
  state: NodeState | undefined;
  isSelected: boolean;
  onAdd: (() => void) | undefined;
  addText: string;
};
type EntryData = {
  planPosition: EntryPosition;
  title: string;
  entry: PlanEntry;
  isEditing: boolean;
  isSelected: boolean;
  state: NodeState | undefined;
};

/** A node: a step, an error handler, or one of their tasks and plans. */
export type GraphNode = Node<BoxData, 'box'> | Node<EntryData, 'entry'>;

function BoxNode({
  data: { planPosition, title, hint, direction, state, isSelected, onAdd, addText },
}: NodeProps<Node<BoxData, 'box'>>): ReactNode {
  const isStep = planPosition.part === 'tasks';
  const isRight = direction === 'right';
  return (
    <div className={`graph-box ${isStep ? 'step' : 'handler'} ${state?.tone ?? ''} ${isSelected ? 'selected' : ''}`}>
      <Handle type="target" position={isRight && isStep ? Position.Left : Position.Top} className={isRight ? undefined : 'at-start'} />
      <div className="graph-head">
        {state ? (
          <StatusMark tone={state.tone}>
            <strong dir="auto" title={`${title}: ${state.label}`}>
              {title}
            </strong>
          </StatusMark>
        ) : (
          <strong dir="auto" title={title}>
            {title}
          </strong>
        )}
        <span className="hint">
          {state?.label ?? hint}
          {state?.period && (
            <>
              {' · '}
              <PeriodText period={state.period} />
            </>
          )}
        </span>
      </div>
      {onAdd && (
        <button type="button" className="graph-add nodrag" tabIndex={-1} onClick={onAdd}>
          + {addText}
        </button>
      )}
      {isStep && (
        <>
          <Handle
            type="source"
            id="next"
            position={isRight ? Position.Right : Position.Bottom}
            className={isRight ? undefined : 'at-start'}
          />
          <Handle type="source" id="fail" position={Position.Bottom} />
        </>
      )}
    </div>
  );
}

function EntryNode({ data: { title, entry, isEditing, isSelected, state } }: NodeProps<Node<EntryData, 'entry'>>): ReactNode {
  const content = state ? (
    <>
      <StatusMark tone={state.tone}>
        <span>{title}</span>
      </StatusMark>
      {state.period && (
        <span className="graph-duration">
          <PeriodText period={state.period} />
        </span>
      )}
    </>
  ) : (
    <span>{title}</span>
  );
  const label = state ? `${title}: ${state.label}` : title;
  const className = `graph-entry ${entry.kind === 'PLAN' ? 'plan' : ''} ${state?.tone ?? ''} ${entry.name === undefined ? 'hidden' : ''} ${isSelected ? 'selected' : ''}`;
  const target = entryTarget(entry, state);
  return isEditing || !target ? (
    <div className={className} dir="auto" title={label}>
      {content}
    </div>
  ) : (
    <Link {...target} className={className} dir="auto" title={label}>
      {content}
    </Link>
  );
}

/** The components of the kinds of nodes. */
export const NODE_TYPES = { box: BoxNode, entry: EntryNode };
