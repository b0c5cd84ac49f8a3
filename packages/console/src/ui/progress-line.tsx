import type { ReactNode } from 'react';
import { useLanguage } from '../text/language.tsx';
import { percentText } from '../text/formats.ts';

/** A progress bar with its percentage. `part` is from 0 to 1. */
export function ProgressLine({ label, part }: { label: string; part: number }): ReactNode {
  const language = useLanguage();
  return (
    <div className="progress">
      <span>{label}</span>
      <span className="end">{percentText(part, language)}</span>
      <progress aria-label={label} value={part} max={1} />
    </div>
  );
}
