import { addressKey, type EstateAddress } from './model/address.ts';
import type { EstateKind } from './model/kind.ts';
import { estateKindOf } from './kinds.ts';
import { fileNamesOf } from './file-names.ts';

type Step = { form: string; group: string; name: string; identity: string };

/** The paths of files, by the keys of their addresses. `existing` has those that files have already; folders of environments and workspaces stay, too. */
export function estateFilePaths(addresses: readonly EstateAddress[], existing: ReadonlyMap<string, string>): Map<string, string> {
  const groups = new Map<string, Map<string, Step>>();
  const walks = addresses.map((address) => ({ address, steps: stepsOf(estateKindOf(address.noun), address.names) }));
  for (const { steps } of walks)
    for (const step of steps) {
      const group = groups.get(step.group) ?? new Map<string, Step>();
      groups.set(step.group, group.set(step.identity, step));
    }
  const chosen = new Map<string, string>();
  for (const [group, steps] of groups) {
    const siblings = [...steps.values()].toSorted((one, other) => (one.identity < other.identity ? -1 : 1));
    const names = fileNamesOf(siblings);
    for (const [index, { identity }] of siblings.entries()) chosen.set(`${group} ${identity}`, names[index] ?? '');
  }
  for (const [key, path] of existing) keepFolders(key, path, chosen);
  return new Map(
    walks.map(({ address, steps }) => {
      const names = steps.map(({ group, identity }) => chosen.get(`${group} ${identity}`) ?? '');
      const path = estateKindOf(address.noun)
        .path.split('/')
        .map((form) => (form.startsWith('*') ? `${names.shift()}${form.slice(1)}` : form))
        .join('/');
      return [addressKey(address), existing.get(addressKey(address)) ?? path];
    }),
  );
}

/** The names in the path of a file, from left to right. Names of the same group are in the same folder. */
function stepsOf(kind: EstateKind, names: readonly string[]): Step[] {
  const inPath = kind.pathNames?.(names) ?? names;
  const forms = kind.path.split('/');
  let index = 0;
  return forms.flatMap((form, depth): Step[] => {
    if (!form.startsWith('*')) return [];
    const parents = inPath.slice(0, index);
    const name = inPath[index] ?? '';
    index += 1;
    const isLast = index === inPath.length;
    const group = JSON.stringify([forms.slice(0, depth).filter((one) => !one.startsWith('*')), parents]);
    // The last name stands for the whole object: a task and a plan of the same name may both have a schedule.
    return [{ form, group, name, identity: JSON.stringify(isLast && kind.pathNames ? names : [...parents, name]) }];
  });
}

/** The folders of an environment and a workspace are named after their own files. */
function keepFolders(key: string, path: string, chosen: Map<string, string>): void {
  const [noun, ...names] = JSON.parse(key) as string[];
  if (noun !== 'environment' && noun !== 'workspace') return;
  const [step] = stepsOf(estateKindOf(noun), names).slice(-1);
  if (step) chosen.set(`${step.group} ${step.identity}`, path.split('/').at(-2) ?? '');
}
