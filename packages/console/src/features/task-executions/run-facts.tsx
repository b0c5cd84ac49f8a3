/** The facts of a run. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/messages.ts';
import { FactList } from '../../ui/fact-list.tsx';
import { runMessages } from './messages.ts';
import type { Run } from './use-runs.ts';
import './run.css';

/** The facts of the run, with names from the history. */
export function RunFacts({
  run,
  historic,
  contextName,
}: {
  run: Schema<'JobExecutionStatus'>;
  historic: Run | undefined;
  contextName: string | undefined;
}): ReactNode {
  const text = useText(runMessages);
  const number = numberFormat(useLanguage());
  const rows = (count: number | undefined): string | undefined => (count === undefined ? undefined : number.format(count));
  const linkTo = (executionId: string | undefined): ReactNode =>
    executionId !== undefined && (
      <Link to="/runs/$executionId" params={{ executionId }}>
        <code>{executionId}</code>
      </Link>
    );
  return (
    <section className="card">
      <h2>{text('facts')}</h2>
      <FactList
        facts={[
          [
            text('task'),
            <Link key="task" to="/tasks/$taskId" params={{ taskId: run.jobId }}>
              {historic?.name ?? run.jobId}
            </Link>,
          ],
          [text('artifact'), historic?.artifactName && `${historic.artifactName} ${historic.artifactVersion ?? ''}`],
          [text('taskVersion'), run.jobVersion],
          [text('context'), contextName],
          [text('engine'), historic?.engineName ?? historic?.clusterName],
          [text('trigger'), text(run.executionType)],
          [text('startedBy'), historic?.operatorName],
          [text('account'), historic?.authorName],
          [text('processed'), rows(run.numberOfProcessedRows)],
          [text('rejectedRows'), rows(run.numberOfRejectedRows)],
          [text('timeLimit'), run.timeout !== undefined && text('minutes', { count: run.timeout })],
          [text('attempt'), run.attempt],
          [text('firstAttempt'), linkTo(run.firstExecutionId)],
          [text('nextAttempt'), linkTo(run.nextExecutionId)],
          [text('tags'), historic?.tags?.join(', ')],
          [text('id'), <code key="id">{run.executionId}</code>],
        ]}
      />
    </section>
  );
}
