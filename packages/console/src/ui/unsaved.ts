/** What a person has entered and not yet sent. Whatever would lose it asks first: a link, the history, a reload, and the end of a dialog. */
import { createContext, use, useEffect } from 'react';

const unsaved = new Set<symbol>();

/** Whether the page has something that is not saved. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Says that a part of the page has something that is not saved. A form does so by itself; a part without a form, such as a graph, calls this. */
export function useUnsaved(isUnsaved: boolean): void {
  const dialog = use(UnsavedInDialog);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const key = Symbol('unsaved');
    unsaved.add(key);
    dialog?.add(key);
    return () => {
      unsaved.delete(key);
      dialog?.delete(key);
    };
  }, [isUnsaved, dialog]);
}

/** What is not saved in the dialog around it; undefined outside of a dialog. */
export const UnsavedInDialog = createContext<Set<symbol> | undefined>(undefined);

/** The function by which a field tells its form that a person has changed it. Typed text needs none: the form hears it from the browser. */
export const FormEdits = createContext<() => void>(() => undefined);

/** Returns a handler of changes that also tells the form of the field about them. */
export function useEditing<Value>(onChange: (value: Value) => void): (value: Value) => void {
  const markEdited = use(FormEdits);
  return (value) => {
    markEdited();
    onChange(value);
  };
}
