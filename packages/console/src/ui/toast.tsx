/** Short notices that an action was done. Screen readers read them out, and they disappear after some seconds. */
import type { ReactNode } from 'react';
import { createSharedState } from './shared-state.ts';

const SHOWN_MILLISECONDS = 6000;
const shown = createSharedState<readonly { id: number; text: string }[]>([]);
let last = 0;

/** Shows a notice. Errors are shown by `ErrorNote` instead, next to the button of the action. */
export function toast(text: string): void {
  const id = (last += 1);
  shown.set([...shown.get(), { id, text }]);
  setTimeout(() => shown.set(shown.get().filter((notice) => notice.id !== id)), SHOWN_MILLISECONDS);
}

/** The area of the page that shows the notices. */
export function ToastRegion(): ReactNode {
  return (
    <div className="toasts" role="status">
      {shown.useValue().map(({ id, text }) => (
        <p key={id} className="toast">
          {text}
        </p>
      ))}
    </div>
  );
}
