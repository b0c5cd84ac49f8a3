/** The tasks that run an artifact. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { artifactMessages } from './messages.ts';

/** The list, as links. */
export function ArtifactTasks({ artifactId }: { artifactId: string }): ReactNode {
  const text = useText(artifactMessages);
  const { data, error } = useRead('GET /orchestration/executables/tasks', { query: { artifactId } });
  return (
    <section className="card">
      <h2>{text('tasks')}</h2>
      <ErrorNote error={error} />
      {data?.items.length === 0 && <p className="hint">{text('noTasks')}</p>}
      <ul className="changes">
        {data?.items.map(({ executable, name, workspace }) => (
          <li key={executable}>
            <Link to="/tasks/$taskId" params={{ taskId: executable }} dir="auto">
              {name}
            </Link>{' '}
            <span className="hint" dir="auto">
              {workspace.name}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
