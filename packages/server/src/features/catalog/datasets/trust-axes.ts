/** The trust score: five axes from 0 to 100 and their weights (ADR 65). */
import type { Schema } from '@millrace/contract';

/** The name of an axis. */
type TrustAxis = 'validity' | 'completeness' | 'popularity' | 'discoverability' | 'usage';

/** The value of each axis. */
export type TrustAxes = Readonly<Record<TrustAxis, number>>;

/** The facts from which the score of a dataset is computed. */
export type TrustFacts = {
  invalid: number;
  empty: number;
  valid: number;
  /** The average of the ratings from 0 to 1; null without one. */
  rating: number | null;
  certification: 'none' | 'pending' | 'certified';
  isDescribed: boolean;
  hasTags: boolean;
  hasAttributes: boolean;
  columns: number;
  describedColumns: number;
  uses: number;
};

const AXES: readonly { id: TrustAxis; label: string; description: string; weight: number }[] = [
  { id: 'validity', label: 'Validity', description: 'Share of the valid values among those that are not empty', weight: 30 },
  { id: 'completeness', label: 'Completeness', description: 'Share of the values that are not empty', weight: 30 },
  { id: 'popularity', label: 'Popularity', description: 'Ratings and certification', weight: 15 },
  { id: 'discoverability', label: 'Discoverability', description: 'Description, tags, attributes and described columns', weight: 15 },
  { id: 'usage', label: 'Usage', description: 'How often a dataset is used', weight: 10 },
];
/** The number of uses that gives the full value of the axis `usage`. */
const FULL_USES = 10;
const CERTIFIED = { none: 0, pending: 0.5, certified: 1 } as const;

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * Computes the axes.
 * @rule datasets.trust.axes
 */
export function trustAxes(facts: TrustFacts): TrustAxes {
  const { valid, invalid, empty } = facts;
  const parts = [
    Number(facts.isDescribed),
    Number(facts.hasTags),
    Number(facts.hasAttributes),
    share(facts.describedColumns, facts.columns),
  ];
  return {
    validity: rounded(100 * share(valid, valid + invalid)),
    completeness: rounded(100 * share(valid + invalid, valid + invalid + empty)),
    popularity: rounded(50 * (facts.rating ?? 0) + 50 * CERTIFIED[facts.certification]),
    discoverability: rounded(25 * parts.reduce((sum, one) => sum + one, 0)),
    usage: rounded(100 * Math.min(1, facts.uses / FULL_USES)),
  };
}

/**
 * Computes the score: the axes by their weights.
 * @rule datasets.trust.score
 */
export const trustScore = (axes: TrustAxes): number => rounded(AXES.reduce((sum, { id, weight }) => sum + (axes[id] * weight) / 100, 0));

/** The texts of the axes up to their values. */
const AXIS_TEXTS = AXES.map(({ id, label, description }) => ({
  id,
  text: `${JSON.stringify({ id, label, description, maxValue: 100 }).slice(0, -1)},"currentValue":`,
}));

/** Builds the text of the axes as JSON. */
export const axesText = (axes: TrustAxes): string => `[${AXIS_TEXTS.map(({ id, text }) => `${text}${axes[id]}}`).join(',')}]`;

/** Converts the axes. */
export const toAxesJson = (axes: TrustAxes): Schema<'TrustScoreAxis'>[] => JSON.parse(axesText(axes)) as Schema<'TrustScoreAxis'>[];
