/** What the operator of a dynamic engine reports about the parts of an engine, or of an environment, in the cluster. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import type { TableColumn } from '../../ui/data-table.tsx';
import { Card, FactList } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { clusterStatusMessages } from './messages.ts';
import styles from './cluster-status.module.css';

type ClusterText = TextOf<typeof clusterStatusMessages>;

const TONES: Readonly<Record<Schema<'DynamicEngineGlobalStatus'>, StatusTone>> = {
  STARTING: 'waits',
  RUNNING: 'good',
  UPDATING: 'runs',
  STOPPING: 'off',
  NOT_FOUND: 'bad',
  NOT_DEPLOYED: 'waits',
  IN_ERROR: 'bad',
};

/** The card with the report: services, their pods and resources, jobs and events. */
export function ClusterStatusCard({ status }: { status: Schema<'DynamicEngineStatus'> }): ReactNode {
  const text = useText(clusterStatusMessages);
  const { services = [], failureEvents: events = [], deploymentType } = status;
  const isInstalled = status.reportedAt !== undefined;
  return (
    <Card title={text('title')} actions={<StatusMark tone={TONES[status.status]}>{text(status.status)}</StatusMark>}>
      {status.stale && (
        <p className="note bad" role="status">
          {text('old')}
        </p>
      )}
      {!isInstalled && <p className="hint">{text('notDeployed')}</p>}
      <FactList
        facts={[
          [text('reported'), status.reportedAt && <TimeText key="reported" at={status.reportedAt} />],
          [text('operator'), status.dynamicEngineVersion],
          [text('installed'), (deploymentType === 'helm' || deploymentType === 'kubectl') && text(deploymentType)],
          [text('removal'), status.jobDeleteStatus && jobText(text, status.jobDeleteStatus)],
        ]}
      />
      {isInstalled && <h3>{text('services')}</h3>}
      {isInstalled && services.length === 0 && <p className="hint">{text('noServices')}</p>}
      {services.length > 0 && (
        <ul className={styles['clusterServices']} aria-label={text('services')}>
          {services.map((service, index) => (
            <ServiceItem key={`${service.name ?? ''} ${index}`} service={service} />
          ))}
        </ul>
      )}
      {events.length > 0 && (
        <>
          <h3>{text('events')}</h3>
          <ShortTable
            label={text('events')}
            columns={eventColumns(text)}
            rows={events}
            keyOf={({ source, creationDate, message }) => `${source} ${creationDate} ${message}`}
          />
        </>
      )}
    </Card>
  );
}

function ServiceItem({ service }: { service: Schema<'DynamicEngineServiceDetails'> }): ReactNode {
  const text = useText(clusterStatusMessages);
  const { name, status, jobStatus, jobErrorMessage } = service;
  return (
    <li>
      <p className={styles['clusterService']}>
        <strong dir="auto">{name ?? text('unknown')}</strong>
        <StatusMark tone={TONES[status]}>{text(status)}</StatusMark>
      </p>
      <FactList
        facts={[
          [text('chart'), service.chartVersion],
          [text('programs'), namedTexts(service.appsVersion)],
          [text('created'), service.creationDate && <ReportedTime key="created" at={service.creationDate} />],
          [text('updated'), service.lastUpdateDate && <ReportedTime key="updated" at={service.lastUpdateDate} />],
          [text('pods'), namedTexts(service.podsErrors)],
          [text('resources'), namedTexts(service.resourcesErrors)],
          [text('job'), jobStatus && [jobText(text, jobStatus), jobErrorMessage].filter(Boolean).join(': ')],
        ]}
      />
    </li>
  );
}

/** Shows each name with its text, one per line. */
function namedTexts(texts: Readonly<Record<string, string>> | undefined): ReactNode {
  const entries = Object.entries(texts ?? {});
  if (entries.length === 0) return undefined;
  return entries.map(([name, value]) => (
    <span key={name} className={styles['clusterText']} dir="auto">
      <code>{name}</code> {value}
    </span>
  ));
}

const jobText = (text: ClusterText, status: Schema<'DynamicEngineJobStatus'>): string =>
  text(status === 'RUNNING' ? 'JOB_RUNNING' : status);

/** A time as the cluster reports it, which may be any text. */
const ReportedTime = ({ at }: { at: string }): ReactNode => (Number.isNaN(Date.parse(at)) ? at : <TimeText at={at} />);

const eventColumns = (text: ClusterText): TableColumn<Schema<'KubernetesEvent'>>[] => [
  {
    id: 'time',
    header: text('time'),
    width: '12rem',
    render: ({ creationDate }) => (creationDate === undefined ? '–' : <ReportedTime at={creationDate} />),
  },
  { id: 'source', header: text('source'), width: '14rem', render: ({ source }) => <bdi>{source}</bdi> },
  { id: 'message', header: text('message'), render: ({ message }) => <bdi>{message}</bdi> },
];
