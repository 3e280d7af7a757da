import { tenantSections } from '@kinora/core/tenant-file'
import type { Command } from 'commander'
import { ChoiceOption } from '../../kernel/verb.ts'
import { fileText } from './texts.ts'

/** What `plan` and `apply` share. */
export function addPlanFlags(command: Command): Command {
  const only = new ChoiceOption(
    '--only <part>',
    `${fileText('help.only')} (${tenantSections.join(', ')}) (repeatable)`,
    tenantSections,
  )
  only.argParser((value: string, earlier: string[] = []) => [...earlier, ...value.split(',')])
  return command
    .addOption(only)
    .option('--prune', fileText('help.prune'))
    .option('--renew-secrets', fileText('help.secrets'))
    .option('--files <folder>', fileText('help.files'))
}
