import { useEffect, type ReactNode } from 'react';

/** The head of a page: its title, which the browser tab also shows, the content beside the title, and the actions. */
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
