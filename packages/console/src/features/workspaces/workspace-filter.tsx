import type { ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { FilterChoice } from '../../ui/choice-field.tsx';
import { useWorkspaceOptions } from './use-workspaces.ts';

/** The filter of a list by workspace. */
export function WorkspaceFilter(props: { value: string | undefined; onChange: (id: string | undefined) => void }): ReactNode {
  const text = useText();
  return <FilterChoice label={text('workspace')} {...props} options={useWorkspaceOptions()} />;
}
