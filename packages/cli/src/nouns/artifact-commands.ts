import type { Command } from 'commander';

import { deleteArtifact } from '../commands/artifacts/delete-artifact.ts';
import { getArtifact } from '../commands/artifacts/get-artifact.ts';
import { listArtifactVersions } from '../commands/artifacts/list-artifact-versions.ts';
import { listArtifacts } from '../commands/artifacts/list-artifacts.ts';
import { publishArtifact } from '../commands/artifacts/publish-artifact.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace artifact`. */
export function addArtifactCommands(program: Command, shell: Shell): void {
  const artifact = program.command('artifact').description('Publish artifacts, list and delete them');
  for (const add of [publishArtifact, listArtifacts, getArtifact, listArtifactVersions, deleteArtifact]) add(artifact, shell);
}
