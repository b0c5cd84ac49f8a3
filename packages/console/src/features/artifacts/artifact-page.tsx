/** One artifact: its versions with their parameters and changes, and the tasks that run it. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useChange, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { artifactMessages } from './messages.ts';
import { ArtifactTasks } from './artifact-tasks.tsx';
import { VersionCard } from './version-card.tsx';
import './artifact.css';

const route = getRouteApi('/artifacts/$artifactId');

/** The page. */
export function ArtifactPage(): ReactNode {
  const text = useText(artifactMessages);
  const navigate = useNavigate();
  const { artifactId } = route.useParams();
  const { version: wanted } = route.useSearch();
  const [isDeleting, setIsDeleting] = useState(false);
  const { data: artifact, error } = useRead('GET /orchestration/artifacts/{artifactId}', { path: { artifactId } });
  const remove = useChange('DELETE /orchestration/artifacts/{artifactId}', {
    refreshes: ['GET /orchestration/artifacts'],
    notice: text('deleted'),
    onDone: () => void navigate({ to: '/artifacts' }),
  });
  if (!artifact) return <ErrorNote error={error} />;
  const { versions } = artifact;
  const version = wanted !== undefined && versions.includes(wanted) ? wanted : versions[0];
  return (
    <>
      <PageHead title={artifact.name} aside={<span className="hint">{text(artifact.type)}</span>}>
        <ActionButton onPress={() => setIsDeleting(true)}>{text('delete')}</ActionButton>
        <Link to="/artifacts/publish" search={{ workspace: artifact.workspace.id }} className="button">
          {text('publish')}
        </Link>
        <Link to="/tasks/new" search={{ artifact: artifactId, version }} className="button main">
          {text('newTask')}
        </Link>
      </PageHead>
      <div className="beside">
        <section className="card">
          <h2>{text('versions')}</h2>
          <ul className="version-list">
            {versions.map((listed) => (
              <li key={listed}>
                <Link
                  to="/artifacts/$artifactId"
                  params={{ artifactId }}
                  search={{ version: listed }}
                  replace
                  aria-current={listed === version ? 'true' : undefined}
                >
                  {listed}
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <div>
          {version !== undefined && (
            <VersionCard key={version} artifactId={artifactId} version={version} previous={versions[versions.indexOf(version) + 1]} />
          )}
          <ArtifactTasks artifactId={artifactId} />
        </div>
      </div>
      <DeleteDialog
        name={artifact.name}
        isOpen={isDeleting}
        change={remove}
        onDelete={() => remove.mutate({ path: { artifactId } })}
        onClose={() => setIsDeleting(false)}
      >
        <p>{text('deleteHint')}</p>
      </DeleteDialog>
    </>
  );
}
