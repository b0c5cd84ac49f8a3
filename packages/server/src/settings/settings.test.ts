import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { SECRET_SETTINGS } from './secret-settings.ts';
import { SETTINGS } from './settings.ts';

test('each setting that is read is in the list, and each in the list is read', () => {
  const names = new Set<string>();
  const recorder = new Proxy<Record<string, string>>(
    { MILLRACE_HOME: '/nowhere' },
    {
      get: (variables, name: string) => {
        names.add(name);
        return variables[name];
      },
    },
  );
  readConfig(recorder);
  for (const name of SECRET_SETTINGS) names.delete(`${name}_FILE`);
  const settings = [...names].filter((name) => /^(?:MILLRACE_|DATABASE_|AWS_)/.test(name));
  assert.deepEqual(settings.toSorted(), Object.keys(SETTINGS).toSorted());
});
