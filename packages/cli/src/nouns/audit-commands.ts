import type { Command } from 'commander';

import { getAudit } from '../commands/audit-log/get-audit.ts';
import { listAudits } from '../commands/audit-log/list-audits.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace audit`. */
export function addAuditCommands(program: Command, shell: Shell): void {
  const audit = program.command('audit').description('List the changes that accounts made, or show one of them');
  for (const add of [listAudits, getAudit]) add(audit, shell);
}
