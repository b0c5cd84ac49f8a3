/** A note that the artifact of a task has a newer version, with a button that moves the task to it. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { artifactMessages } from '../artifacts/messages.ts';
import { VersionChanges } from '../artifacts/version-changes-card.tsx';
import '../artifacts/artifact.css';
import { taskMessages } from './messages.ts';

/** The note. It is hidden if the task runs the newest version. */
export function NewerVersion({ task: { id, artifact } }: { task: Schema<'Task'> }): ReactNode {
  const text = useText(taskMessages);
  const artifactText = useText(artifactMessages);
  const mayChange = useMay('SVC_OPERATOR');
  const [isComparing, setIsComparing] = useState(false);
  const { data } = useRead('GET /orchestration/artifacts/{artifactId}', { path: { artifactId: artifact.id } });
  const newest = data?.versions[0];
  const move = useChange('PATCH /orchestration/executables/tasks/{taskId}', {
    refreshes: ['GET /orchestration/executables/tasks/{taskId}'],
    notice: text('moved', { version: newest ?? '' }),
  });
  if (newest === undefined || newest === artifact.version) return undefined;
  return (
    <div className="note">
      <div className="card-head">
        <span>{text('newer', { version: newest })}</span>
        <span className="page-actions">
          <ActionButton aria-expanded={isComparing} onPress={() => setIsComparing((isOpen) => !isOpen)}>
            {artifactText('changes')}
          </ActionButton>
          {mayChange && (
            <ActionButton
              isPending={move.isPending}
              onPress={() => move.mutate({ path: { taskId: id }, body: { latestArtifact: true, forceUpdate: true } })}
            >
              {text('moveToVersion')}
            </ActionButton>
          )}
        </span>
      </div>
      {isComparing && <VersionChanges artifactId={artifact.id} before={artifact.version} after={newest} heading="h2" />}
      <ErrorNote error={move.error} />
    </div>
  );
}
