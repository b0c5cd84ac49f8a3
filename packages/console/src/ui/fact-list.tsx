import type { ReactNode } from 'react';

/** Pairs of a name and a value. Pairs without a value are left out. */
export const FactList = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode => (
  <dl className="facts">
    {facts.map(([name, value]) =>
      value === undefined || value === null || value === false || value === '' ? undefined : (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ),
    )}
  </dl>
);
