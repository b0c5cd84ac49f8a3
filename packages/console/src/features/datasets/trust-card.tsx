/** The trust score of a dataset: its axes and its history. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useLanguage, useText, type TextOf } from '../../text/language.tsx';
import { numberFormat } from '../../text/messages.ts';
import type { TableColumn } from '../../ui/data-table.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { datasetPageMessages } from './dataset-messages.ts';

const AXES = ['validity', 'completeness', 'popularity', 'discoverability', 'usage'] as const;
const MAX_SCORE = 100;

const isKnownAxis = (id: string): id is (typeof AXES)[number] => AXES.some((axis) => axis === id);

/** The card. */
export function TrustCard({ dataset: { id = '', trustScore, trustScoreAxes } }: { dataset: Schema<'Dataset'> }): ReactNode {
  const text = useText(datasetPageMessages);
  const number = numberFormat(useLanguage());
  const { data: scores = [] } = useRead('GET /datasets/{datasetId}/trust-scores', { path: { datasetId: id } });
  return (
    <section className="card">
      <div className="card-head">
        <h2>{text('trust')}</h2>
        <strong>{trustScore === undefined ? text('noTrust') : text('score', { score: number.format(Math.round(trustScore)) })}</strong>
      </div>
      <div className="trust-axes">
        {trustScoreAxes?.map(({ id: axis, label, currentValue = 0, maxValue = MAX_SCORE }) => (
          <ProgressLine key={axis} label={isKnownAxis(axis) ? text(axis) : label} part={currentValue / maxValue} />
        ))}
      </div>
      {scores.length > 0 && <TrustHistory scores={scores.toReversed()} />}
    </section>
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
      <p className="trust-times hint">
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
    <svg className="trust-curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {[0, MAX_SCORE / 2, MAX_SCORE].map((score) => {
        const y = HEIGHT - EDGE - (score / MAX_SCORE) * (HEIGHT - 2 * EDGE);
        return <path key={score} className="trust-grid" d={`M0 ${y}H${WIDTH}`} />;
      })}
      <path className="trust-line" d={line} />
      {end && <circle cx={end.x} cy={end.y} r={EDGE} />}
    </svg>
  );
}
