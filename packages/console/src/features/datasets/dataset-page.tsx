/** One dataset: its facts, its sample and its trust score, beside the cards of its columns, attributes, lineage and sharings. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { isForbidden, useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { numberFormat } from '../../text/formats.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { timeText, TimeText, useZone } from '../../ui/time-text.tsx';
import { DatasetLineage } from '../lineage/lineage.tsx';
import { SharingCard } from '../sharing/sharing-card.tsx';
import { DatasetActions, MAX_STARS } from './dataset-actions.tsx';
import { DatasetAttributes } from './dataset-attributes.tsx';
import { DatasetColumns } from './dataset-columns.tsx';
import { CertificationMark, QualityBar } from './dataset-marks.tsx';
import { datasetPageMessages } from './messages.ts';
import styles from './dataset.module.css';

const route = getRouteApi('/catalogue/datasets/$datasetId');

/** The page. */
export function DatasetPage(): ReactNode {
  const text = useText(datasetPageMessages);
  const { datasetId } = route.useParams();
  const { data: dataset, error } = useRead('GET /datasets/{datasetId}', { path: { datasetId } });
  if (!dataset) return <ErrorNote error={error} />;
  const { label, certification, draft, entitlements = [] } = dataset;
  const mayChange = entitlements.includes('DATASET_UPDATE');
  return (
    <>
      <PageHead
        title={label}
        aside={
          <>
            <CertificationMark certification={certification} />
            {draft && <StatusMark tone="waits">{text('draft')}</StatusMark>}
          </>
        }
      >
        <DatasetActions dataset={dataset} />
      </PageHead>
      <DatasetFacts dataset={dataset} />
      <DatasetColumns datasetId={datasetId} mayChange={mayChange} />
      {entitlements.includes('DATASET_FETCH_SAMPLE') && <DatasetSample datasetId={datasetId} />}
      <div className="columns">
        <TrustCard dataset={dataset} />
        <DatasetAttributes datasetId={datasetId} mayChange={mayChange} />
      </div>
      <DatasetLineage dataset={dataset} />
      <SharingCard entityType="dataset" entityId={datasetId} />
    </>
  );
}

const TENTHS = 10;

/** The card with the facts of a dataset, and a note if the database no longer has the table. */
function DatasetFacts({ dataset }: { dataset: Schema<'Dataset'> }): ReactNode {
  const text = useText(datasetPageMessages);
  const language = useLanguage();
  const zone = useZone();
  const { rating, datastore, created, updated, vanishedAt } = dataset;
  return (
    <>
      {vanishedAt !== undefined && (
        <div className="note">
          <p>{text('vanished', { time: timeText(vanishedAt, 'minute', language, zone) })}</p>
        </div>
      )}
      <FactsCard
        facts={[
          [text('description'), dataset.description],
          [text('technicalName'), <code key="name">{dataset.technicalName}</code>],
          [
            text('connection'),
            datastore?.id && (
              <TextLink
                key="connection"
                to="/catalogue/connections/$connectionId"
                params={{ connectionId: datastore.id }}
                name={datastore.label ?? ''}
              />
            ),
          ],
          [text('catalogTags'), dataset.tags?.join(', ')],
          [text('quality'), dataset.talendGlobalQuality && <QualityBar key="quality" quality={dataset.talendGlobalQuality} />],
          [
            text('rating'),
            rating?.global !== undefined &&
              text('ratingOf', {
                average: numberFormat(language).format(Math.round(rating.global * MAX_STARS * TENTHS) / TENTHS),
                count: rating.contributors ?? 1,
              }),
          ],
          [text('createdBy'), dataset.creator],
          [text('created'), created !== undefined && <TimeText key="created" at={created} form="minute" />],
          [text('changed'), updated !== undefined && <TimeText key="updated" at={Number(updated)} form="minute" />],
          [text('certifiedAt'), dataset.certifiedAt && <TimeText key="certified" at={dataset.certifiedAt} form="minute" />],
          [text('id'), <code key="id">{dataset.id}</code>],
        ]}
      />
    </>
  );
}

const FIRST_ROWS = 20;
/** A press of the button for more rows multiplies their number by this. */
const GROWTH = 5;
const MAX_ROWS = 500;

/** The sample of a dataset: a card with its first rows. */
function DatasetSample({ datasetId }: { datasetId: string }): ReactNode {
  const text = useText(datasetPageMessages);
  const language = useLanguage();
  const zone = useZone();
  const [limit, setLimit] = useState(FIRST_ROWS);
  const { data, error } = useRead('GET /datasets/{datasetId}/sample', { path: { datasetId }, query: { limit } });
  return (
    <Card title={text('sample')}>
      {isForbidden(error) ? <p className="hint">{text('sampleRight')}</p> : <ErrorNote error={error} />}
      {data?.rows.length === 0 && (
        <p>
          {text('noSample')} <span className="hint">{text('noSampleHint')}</span>
        </p>
      )}
      {data && data.rows.length > 0 && (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <div className={styles['sample']} tabIndex={0} role="region" aria-label={text('sample')}>
            <table>
              <thead>
                <tr>
                  {data.columns.map((path) => (
                    <th key={path} scope="col" dir="auto">
                      {path}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.rows.map((row, number) => (
                  <tr key={number}>
                    {row.map((value, index) => (
                      <td key={index} dir="auto" title={value ?? undefined}>
                        {value ?? <span className="hint">{text('null')}</span>}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="hint">
            {text('sampleOf', {
              shown: data.rows.length,
              count: data.total,
              time: data.sampledAt === undefined ? '–' : timeText(data.sampledAt, 'minute', language, zone),
            })}
          </p>
          {data.rows.length < Math.min(data.total, MAX_ROWS) && (
            <ActionButton onPress={() => setLimit(Math.min(limit * GROWTH, MAX_ROWS))}>{text('more')}</ActionButton>
          )}
        </>
      )}
    </Card>
  );
}

const AXES = ['validity', 'completeness', 'popularity', 'discoverability', 'usage'] as const;
const MAX_SCORE = 100;

const isKnownAxis = (id: string): id is (typeof AXES)[number] => AXES.some((axis) => axis === id);

/** The trust score of a dataset: a card with its axes and its history. */
function TrustCard({ dataset: { id = '', trustScore, trustScoreAxes } }: { dataset: Schema<'Dataset'> }): ReactNode {
  const text = useText(datasetPageMessages);
  const number = numberFormat(useLanguage());
  const { data: scores = [] } = useRead('GET /datasets/{datasetId}/trust-scores', { path: { datasetId: id } });
  return (
    <Card
      title={text('trust')}
      actions={
        <strong>{trustScore === undefined ? text('noTrust') : text('score', { score: number.format(Math.round(trustScore)) })}</strong>
      }
    >
      <div className={styles['trustAxes']}>
        {trustScoreAxes?.map(({ id: axis, label, currentValue = 0, maxValue = MAX_SCORE }) => (
          <ProgressLine key={axis} label={isKnownAxis(axis) ? text(axis) : label} part={currentValue / maxValue} />
        ))}
      </div>
      {scores.length > 0 && <TrustHistory scores={scores.toReversed()} />}
    </Card>
  );
}

function TrustHistory({ scores }: { scores: readonly Schema<'TrustScore'>[] }): ReactNode {
  const text = useText(datasetPageMessages);
  const number = numberFormat(useLanguage());
  const shown = (score: number | undefined): string => number.format(Math.round(score ?? 0));
  const [first, last] = [scores[0], scores.at(-1)];
  return (
    <>
      <h3>{text('history', { count: scores.length })}</h3>
      <TrustCurve
        scores={scores}
        label={text('historyOf', { first: shown(first?.score), last: shown(last?.score), count: scores.length })}
      />
      <p className={`hint ${styles['trustTimes']}`}>
        <TimeText at={first?.scoredAt} form="minute" />
        <TimeText at={last?.scoredAt} form="minute" />
      </p>
      <details>
        <summary>{text('allScores')}</summary>
        <ShortTable
          label={text('history', { count: scores.length })}
          columns={columnsOf(text, number)}
          rows={scores.toReversed()}
          keyOf={({ scoredAt }) => String(scoredAt)}
        />
      </details>
    </>
  );
}

const columnsOf = (text: TextOf<typeof datasetPageMessages>, number: Intl.NumberFormat): TableColumn<Schema<'TrustScore'>>[] => [
  { id: 'time', header: text('scoredAt'), render: ({ scoredAt }) => <TimeText at={scoredAt} /> },
  { id: 'score', header: text('scoreColumn'), align: 'end', render: ({ score }) => number.format(score) },
];

const WIDTH = 400;
const HEIGHT = 80;
const EDGE = 4;

/** A step chart of the scores over time: each score holds until the next one. A single score is a point. */
function TrustCurve({ scores, label }: { scores: readonly Schema<'TrustScore'>[]; label: string }): ReactNode {
  const begin = scores[0]?.scoredAt ?? 0;
  const span = Math.max((scores.at(-1)?.scoredAt ?? 0) - begin, 1);
  const points = scores.map(({ score, scoredAt }) => ({
    x: EDGE + ((scoredAt - begin) / span) * (WIDTH - 2 * EDGE),
    y: HEIGHT - EDGE - (score / MAX_SCORE) * (HEIGHT - 2 * EDGE),
  }));
  const line = points.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');
  const end = points.at(-1);
  return (
    <svg className={styles['trustCurve']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {[0, MAX_SCORE / 2, MAX_SCORE].map((score) => {
        const y = HEIGHT - EDGE - (score / MAX_SCORE) * (HEIGHT - 2 * EDGE);
        return <path key={score} className={styles['trustGrid']} d={`M0 ${y}H${WIDTH}`} />;
      })}
      <path className={styles['trustLine']} d={line} />
      {end && <circle cx={end.x} cy={end.y} r={EDGE} />}
    </svg>
  );
}
