import { tenants } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { showExamples } from '../kernel/examples.ts'
import { contextFlags, quoted } from '../kernel/follow-up.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { demand, requireYes } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'

/** TENANT-27 */
export const addKeys: FillCommand = (command, session) => {
  command
    .argument('<id>', text('tenants.id'))
    .option('--generate', 'generate a new pair; the old pair stops working at once')
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, ['accessKey', 'secretKey', 'createdDate', 'lastUsedDate']))
    .action(async (id: string, { generate = false, yes = false }: { generate?: boolean; yes?: boolean }) => {
      if (generate && !yes) {
        demand(session, '--yes')
        await requireYes(session, safe`Generate new keys for ${id}? The old pair stops working at once.`)
      }
      const send = await session.send()
      const { keys } = await send(generate ? tenants.generateKeys : tenants.keys, { id })
      if (keys === null) {
        const context = contextFlags(session)
        return session.print.note(
          safe`No keys yet. Generate them: kinora tenants keys ${quoted(id)} --generate${context}`,
        )
      }
      session.print.record(keys, [
        ['access key', keys.accessKey],
        ['secret key', keys.secretKey],
        ['generated', keys.createdDate.slice(0, 10)],
        ['last used', keys.lastUsedDate ?? 'never'],
      ])
      if (generate) session.print.done('Generated new keys')
    })
  showExamples(command, ['ID', 'ID --generate --yes'])
}
