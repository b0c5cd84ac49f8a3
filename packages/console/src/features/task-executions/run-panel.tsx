/** The side panel of a run: facts, attempts, phases, values, rows by component, lineage. It has only parts that have content. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/formats.ts';
import { TextLink } from '../../ui/links.tsx';
import { FactList } from '../../ui/page-parts.tsx';
import { runMessages } from './messages.ts';
import { RunComponents, RunDatasets } from './run-data.tsx';
import { RunPhases } from './run-phases.tsx';
import type { RunParts } from './run-strip.tsx';
import styles from './run-page.module.css';

/** On a narrow screen the panel stands below the log, where it would appear out of sight. */
const showInWindow = (panel: HTMLElement | null): void => panel?.scrollIntoView({ block: 'nearest' });

/** The panel. `isOpenedByPerson`: it is open because the person has pressed its button on this page. */
export function RunPanel({ isOpenedByPerson, ...parts }: RunParts & { isOpenedByPerson: boolean }): ReactNode {
  const text = useText(runMessages);
  const { run, explanation, isLive } = parts;
  return (
    <aside className={styles['panel']} aria-label={text('details')} ref={isOpenedByPerson ? showInWindow : undefined}>
      <RunFacts {...parts} />
      <RunAttempts run={run} />
      <RunPhases explanation={explanation} />
      <RunValues explanation={explanation} />
      <RunComponents executionId={run.executionId} isLive={isLive} />
      <RunDatasets executionId={run.executionId} taskId={run.jobId} isLive={isLive} />
    </aside>
  );
}

/** The facts of the run, with names from the history. */
function RunFacts({ run, historic, explanation: { contextName } }: RunParts): ReactNode {
  const text = useText(runMessages);
  const number = numberFormat(useLanguage());
  const rows = (count: number | undefined): string | undefined => (count === undefined ? undefined : number.format(count));
  const { artifactId, artifactName = artifactId, artifactVersion } = historic ?? {};
  return (
    <section>
      <h2>{text('facts')}</h2>
      <FactList
        facts={[
          [text('task'), <TextLink key="task" to="/tasks/$taskId" params={{ taskId: run.jobId }} name={historic?.name ?? run.jobId} />],
          [
            text('artifact'),
            artifactId !== undefined && (
              <TextLink
                key="artifact"
                to="/artifacts/$artifactId"
                params={{ artifactId }}
                search={{ version: artifactVersion }}
                name={`${artifactName} ${artifactVersion ?? ''}`}
              />
            ),
          ],
          [text('taskVersion'), run.jobVersion],
          [text('context'), contextName],
          [text('engine'), historic?.engineName ?? historic?.clusterName],
          [text('startedBy'), historic?.operatorName || text(run.executionType)],
          [text('account'), historic?.authorName !== historic?.operatorName && historic?.authorName],
          [text('processed'), rows(run.numberOfProcessedRows)],
          [text('rejectedRows'), rows(run.numberOfRejectedRows)],
          [text('timeLimit'), run.timeout !== undefined && text('minutes', { count: run.timeout })],
          [text('tags'), historic?.tags?.join(', ')],
          [text('id'), <code key="id">{run.executionId}</code>],
        ]}
      />
    </section>
  );
}

/** The attempts of a task that starts again after a failure. */
function RunAttempts({ run: { attempt, firstExecutionId, nextExecutionId } }: Pick<RunParts, 'run'>): ReactNode {
  const text = useText(runMessages);
  if (attempt === undefined) return undefined;
  const linkTo = (executionId: string | undefined): ReactNode =>
    executionId !== undefined && (
      <Link to="/runs/$executionId" params={{ executionId }}>
        <code>{executionId}</code>
      </Link>
    );
  return (
    <section>
      <h2>{text('attempts')}</h2>
      <FactList
        facts={[
          [text('attempt'), attempt],
          [text('firstAttempt'), linkTo(firstExecutionId)],
          [text('nextAttempt'), linkTo(nextExecutionId)],
        ]}
      />
    </section>
  );
}

/** The values and the context with which the run was started, if there are any. Of a secret parameter only the name is known. */
function RunValues({ explanation: { parameters, secretParameters, contextName } }: { explanation: Schema<'Explanation'> }): ReactNode {
  const text = useText(runMessages);
  const rows: (readonly [string, ReactNode])[] = [
    ...Object.entries(parameters).map(([name, value]) => [name, value === '' ? '–' : value] as const),
    ...secretParameters.map((name) => [name, <i key={name}>{text('secretValue')}</i>] as const),
  ];
  if (rows.length === 0 && contextName === undefined) return undefined;
  return (
    <section data-values>
      <h2>{text('values')}</h2>
      <FactList facts={rows.sort(([a], [b]) => a.localeCompare(b))} />
      {contextName !== undefined && <p className="hint">{text('othersOfContext', { name: contextName })}</p>}
    </section>
  );
}
