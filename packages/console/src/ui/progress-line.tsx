import type { ReactNode } from 'react';
import { useLanguage } from '../text/language.tsx';

/** How much of something is done: a bar with its percentage. */
export function ProgressLine({ label, part }: { label: string; part: number }): ReactNode {
  const language = useLanguage();
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(part);
  return (
    <div className="progress">
      <span>{label}</span>
      <span className="end">{percent}</span>
      <progress aria-label={label} value={part} max={1} />
    </div>
  );
}
