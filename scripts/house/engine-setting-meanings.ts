/** The meaning of each setting of the built-in engine, for docs/settings.md. */
import type { Config } from '../../packages/server/src/core/platform/config.ts';

/** The meaning of a setting, and its default: a text, or a function that returns it from the configuration. */
export type SettingMeaning = { means: string; defaultValue: string | ((config: Config) => unknown); validValues?: string };

/** The settings of the built-in engine, by the names of their variables. */
export const ENGINE_SETTING_MEANINGS: Readonly<Record<string, SettingMeaning>> = {
  MILLRACE_ENGINE: { means: 'whether an engine starts with the API', defaultValue: '`built-in`; `none` with `DATABASE_URL`' },
  MILLRACE_ENGINE_CAPACITY: { means: 'tasks that the built-in engine runs at once', defaultValue: ({ engine }) => engine.capacity },
  MILLRACE_ENGINE_ISOLATION: {
    means:
      'how the built-in engine isolates tasks: `user`, `namespace` or `none`; when the named kind does not work, the engine stops ([security.md](security.md))',
    defaultValue: 'the strongest that works',
    validValues: 'user, namespace or none',
  },
  MILLRACE_ENGINE_USERS: {
    means: 'the user ids of runs when the built-in engine runs as root; no account and no other engine of the machine may use them',
    defaultValue: 'a range that systems leave unassigned',
    validValues: 'a range such as 70000-70999',
  },
  MILLRACE_ENGINE_TASK_FOLDERS: {
    means: 'folders of the machine that tasks may write when namespaces isolate them',
    defaultValue: 'none',
    validValues: 'absolute paths, separated by colons',
  },
  MILLRACE_ENGINE_SHARED_FOLDERS: {
    means:
      'folders of the machine in which runs of the built-in engine write files for other runs and programs ([engines.md](engines.md#files-that-outlive-a-run)); with the id of a workspace and `=` in front, only runs of that workspace',
    defaultValue: 'none',
    validValues: 'absolute paths, each with or without the id of a workspace and =, separated by colons',
  },
  MILLRACE_ENGINE_RUN_AS: {
    means:
      'users of the machine as which runs of the built-in engine may run, when it runs as root ([engines.md](engines.md#files-that-outlive-a-run)); with the id of a workspace and `=` in front, only runs of that workspace',
    defaultValue: 'none',
    validValues: 'names of users, each with or without the id of a workspace and =, separated by commas',
  },
  MILLRACE_ENGINE_OUTBOUND_ALLOW: {
    means:
      'addresses, in addition to public ones, to which crawls and scans connect from the built-in engine; the same syntax as `MILLRACE_OUTBOUND_ALLOW`. Other engines have a setting of that name, too ([engines.md](engines.md#crawls-of-the-catalogue))',
    defaultValue: 'the value of `MILLRACE_OUTBOUND_ALLOW`',
    validValues: 'none, or to private, loopback, addresses and ranges such as 10.1.0.0/16, with commas between them',
  },
};
