/** Short notices that an action was done. Screen readers read them out, and they disappear after some seconds. */
import { useSyncExternalStore, type ReactNode } from 'react';

const SHOWN_MILLISECONDS = 6000;
const listeners = new Set<() => void>();
let shown: readonly { id: number; text: string }[] = [];
let last = 0;

function show(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a notice. Errors are shown by `ErrorNote` instead, next to the button of the action. */
export function toast(text: string): void {
  const id = (last += 1);
  show([...shown, { id, text }]);
  setTimeout(() => show(shown.filter((notice) => notice.id !== id)), SHOWN_MILLISECONDS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The area of the page that shows the notices. */
export function ToastRegion(): ReactNode {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  return (
    <div className="toasts" role="status">
      {toasts.map(({ id, text }) => (
        <p key={id} className="toast">
          {text}
        </p>
      ))}
    </div>
  );
}
