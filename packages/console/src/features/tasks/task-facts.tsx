/** The facts of a task. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { taskFormMessages } from './form-messages.ts';
import { taskMessages } from './messages.ts';
import { useRuntimeName } from './runtime-text.ts';

/** The card with the facts. */
export function TaskFacts({ task, settings }: { task: Schema<'Task'>; settings: Schema<'TaskRunConfig'> | undefined }): ReactNode {
  const text = useText(taskMessages);
  const form = useText(taskFormMessages);
  const runtimeName = useRuntimeName();
  const profileId = settings?.runtime.runProfileId;
  const { data: profile } = useRead(
    'GET /processing/run-profiles/{id}',
    { path: { id: profileId ?? '' } },
    { enabled: Boolean(profileId) },
  );
  const { artifact } = task;
  const { data: version } = useRead('GET /orchestration/artifacts/{artifactId}/versions/{version}', {
    path: { artifactId: artifact.id, version: artifact.version },
  });
  const ofArchive = version?.contextName && form('contextOfArchive', { name: version.contextName });
  const contextText = settings?.contextName ?? task.contextName ?? ofArchive;
  return (
    <section className="card">
      <h2>{text('facts')}</h2>
      <FactList
        facts={[
          [text('description'), task.description],
          [
            text('artifact'),
            <Link key="artifact" to="/artifacts/$artifactId" params={{ artifactId: artifact.id }} search={{ version: artifact.version }}>
              {artifact.name ?? artifact.id}
            </Link>,
          ],
          [text('artifactVersion'), artifact.version],
          [text('taskVersion'), task.version],
          [form('context'), contextText],
          [text('upgrade'), text(task.autoUpgradeInfo?.autoUpgradable ? 'upgradeByItself' : 'upgradeByHand')],
          [text('workspace'), task.workspace?.name],
          [text('engine'), settings && runtimeName(settings.runtime)],
          [text('profile'), profile?.name],
          [text('logLevel'), settings?.logLevel && form(settings.logLevel)],
          [text('timeLimit'), settings?.timeout !== undefined && text('minutes', { count: settings.timeout })],
          [text('parallel'), settings && text(settings.parallelExecutionAllowed ? 'parallelYes' : 'parallelNo')],
          [text('attempts'), settings?.retry?.attempts],
          [text('tags'), task.tags && task.tags.length > 0 && <TagLinks key="tags" tags={task.tags} />],
          [text('id'), <code key="id">{task.id}</code>],
        ]}
      />
    </section>
  );
}

const TagLinks = ({ tags }: { tags: readonly string[] }): ReactNode =>
  tags.map((tag, index) => (
    <span key={tag}>
      {index > 0 && ', '}
      <Link to="/tasks" search={{ tag }} dir="auto">
        {tag}
      </Link>
    </span>
  ));
