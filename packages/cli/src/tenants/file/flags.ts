import { tenantSections } from '@kinora/core/tenant-file'
import type { Command } from 'commander'
import { ChoiceOption } from '../../kernel/verb.ts'

/** What `plan` and `apply` share. */
export function addPlanFlags(command: Command): Command {
  const only = new ChoiceOption(
    '--only <part>',
    `${'look at this part only'} (${tenantSections.join(', ')}) (repeatable)`,
    tenantSections,
  )
  only.argParser((value: string, earlier: string[] = []) => [...earlier, ...value.split(',')])
  return command
    .addOption(only)
    .option(
      '--prune',
      'remove what the platform has and the file has not, in the parts that the file speaks of',
    )
    .option('--renew-secrets', 'send secrets also where one is stored that can’t be compared')
    .option('--files <folder>', 'folder that pictures and terms must lie in; that of the file unless given')
}
