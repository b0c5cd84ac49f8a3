import { useEffect, type ReactNode } from 'react';

/** The head of a page: its title, which is also that of the tab, what stands beside it, and its actions. */
export function PageHead({ title, aside, children }: { title: string; aside?: ReactNode; children?: ReactNode }): ReactNode {
  useEffect(() => {
    document.title = `${title} · Millrace`;
  }, [title]);
  return (
    <div className="page-head">
      <h1 dir="auto">{title}</h1>
      {aside}
      <div className="page-actions">{children}</div>
    </div>
  );
}
