/** Marks of a dataset: its certification and its quality. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat, percentText } from '../../text/formats.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { datasetMessages, datasetPageMessages } from './messages.ts';
import styles from './dataset.module.css';

const TONES = { none: 'off', pending: 'waits', certified: 'good' } as const;

/** The name of the certification, with a mark. */
export function CertificationMark({ certification = 'none' }: Pick<Schema<'Dataset'>, 'certification'>): ReactNode {
  const text = useText(datasetMessages);
  return <StatusMark tone={TONES[certification]}>{text(`certification${certification}`)}</StatusMark>;
}

const PARTS = [
  { key: '1', name: 'valid' },
  { key: '-1', name: 'invalid' },
  { key: '0', name: 'empty' },
] as const;

/**
 * Shows how many values are valid, invalid and empty: by a bar and by its numbers as text; with `isShort`, the text is only the share of the valid
 * values. The parts of the bar also differ by height.
 */
export function QualityBar({ quality, isShort = false }: { quality: Schema<'DatasetQuality'> | undefined; isShort?: boolean }): ReactNode {
  const text = useText(datasetPageMessages);
  const language = useLanguage();
  const number = numberFormat(language);
  if (!quality || quality.total === 0) return <span className="hint">–</span>;
  const shown = PARTS.filter(({ key }) => quality[key] > 0);
  const boxes = partBoxes(shown.map(({ key }) => quality[key]));
  const words = shown.map(({ key, name }) => text(name, { number: number.format(quality[key]) })).join(', ');
  return (
    <span className={styles['quality']} title={words}>
      <svg className={styles['qualityBar']} viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={words}>
        {shown.map(({ key, name }, index) => (
          <rect key={key} className={styles[name]} {...boxes[index]} {...HEIGHTS[name]} />
        ))}
      </svg>
      <span className={`hint ${styles['qualityWords']}`}>
        {isShort ? percentText(roundedDown(quality['1'] / quality.total), language) : words}
      </span>
    </span>
  );
}

/** Rounds a share down to a percent: 100 % means that no value is invalid or empty. */
const roundedDown = (share: number): number => Math.floor(share * 100) / 100;

/** The smallest width of a part, so that a few values among many can be seen. */
const MIN_WIDTH = 3;

/** The position and the width of each part; the whole bar is 100 wide. */
function partBoxes(values: readonly number[]): { x: number; width: number }[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  const widths = values.map((value) => Math.max((100 * value) / total, MIN_WIDTH));
  const scale = widths.reduce((sum, width) => sum + width, 0) / 100;
  const startOf = (index: number): number => widths.slice(0, index).reduce((sum, width) => sum + width, 0);
  return widths.map((width, index) => ({ x: startOf(index) / scale, width: width / scale }));
}

/** Each part has its own height, because some people cannot distinguish the colours. */
const HEIGHTS = { valid: { y: 0, height: 8 }, invalid: { y: 2, height: 4 }, empty: { y: 6, height: 2 } } as const;
