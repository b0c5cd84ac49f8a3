/** The data of a run: its components with their numbers of rows, and the datasets that the run has read and written. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { DurationText } from '../../ui/time-text.tsx';
import { LineageNames } from '../lineage/lineage.tsx';
import { runMessages } from './messages.ts';
import styles from './run-page.module.css';

const MAX_COMPONENTS = 200;

/** The components, if the bundle of the run has reported any. The engine reports them at the end of the run. */
export function RunComponents({ executionId, isLive }: { executionId: string; isLive: boolean }): ReactNode {
  const text = useText(runMessages);
  const { data } = useRead(
    'GET /monitoring/observability/executions/{executionId}/component',
    { path: { executionId }, query: { limit: MAX_COMPONENTS } },
    { enabled: !isLive },
  );
  const components = data?.metrics.items ?? [];
  if (components.length === 0) return undefined;
  return (
    <section>
      <h2>{text('components')}</h2>
      {data && data.metrics.total > components.length && (
        <p className="hint">{text('firstComponents', { count: components.length, total: data.metrics.total })}</p>
      )}
      <ul className={styles['components']}>
        {components.map((component, index) => (
          <li key={index}>
            <span dir="auto">
              {nameOf(component.connector_label, component.connector_id)} → {nameOf(component.target_label, component.target_id)}
            </span>
            <span className="hint">
              {component.component_connection_rows_total !== undefined &&
                `${text('rowCount', { count: component.component_connection_rows_total })} · `}
              <DurationText milliseconds={component.component_execution_duration_milliseconds} />
            </span>
          </li>
        ))}
      </ul>
      {components.map(
        ({ stacktrace, connector_id: id }, index) =>
          stacktrace !== undefined && (
            <details key={index}>
              <summary>{text('stack', { name: id })}</summary>
              <pre>{stacktrace}</pre>
            </details>
          ),
      )}
    </section>
  );
}

const nameOf = (label: string | undefined, id: string | undefined): string => (label || id) ?? '–';

/** The datasets whose last read or write by the task was in this run. A dataset that a later run has touched is missing here. */
export function RunDatasets({ executionId, taskId, isLive }: { executionId: string; taskId: string; isLive: boolean }): ReactNode {
  const text = useText(runMessages);
  const { data } = useRead('GET /datasets/lineage/tasks/{taskId}', { path: { taskId } }, { enabled: !isLive });
  const ofRun = (names: readonly Schema<'TouchedName'>[] = []) => names.filter(({ lastExecutionId }) => lastExecutionId === executionId);
  const groups = [
    { name: text('read'), datasets: ofRun(data?.inputs) },
    { name: text('written'), datasets: ofRun(data?.outputs) },
  ].filter(({ datasets }) => datasets.length > 0);
  if (groups.length === 0) return undefined;
  return (
    <section>
      <h2>{text('lineage')}</h2>
      {groups.map(({ name, datasets }) => (
        <div key={name}>
          <h3>{name}</h3>
          <LineageNames names={datasets} />
        </div>
      ))}
    </section>
  );
}
