import { tenants } from '@kinora/core'
import { addExamples } from '../kernel/examples.ts'
import { contextFlags, quoted } from '../kernel/follow-up.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { demand, requireYes } from '../kernel/session.ts'
import { text } from '../texts.ts'
import { tenantText } from './texts.ts'

/** TENANT-27 */
export const addKeys: FillCommand = (command, session) => {
  command
    .argument('<id>', tenantText('help.id'))
    .option('--generate', tenantText('help.generate'))
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, ['accessKey', 'secretKey', 'createdDate', 'lastUsedDate']))
    .action(async (id: string, { generate = false, yes = false }: { generate?: boolean; yes?: boolean }) => {
      if (generate && !yes) {
        demand(session, '--yes')
        await requireYes(session, tenantText('keys.ask', { id }))
      }
      const send = await session.send()
      const { keys } = await send(generate ? tenants.generateKeys : tenants.keys, { id })
      if (keys === null) {
        const context = contextFlags(session)
        return session.print.note(tenantText('keys.none', { id: quoted(id), context }))
      }
      session.print.record(keys, [
        ['access key', keys.accessKey],
        ['secret key', keys.secretKey],
        ['generated', keys.createdDate.slice(0, 10)],
        ['last used', keys.lastUsedDate ?? tenantText('keys.unused')],
      ])
      if (generate) session.print.done(tenantText('keys.done'))
    })
  addExamples(command, ['ID', 'ID --generate --yes'])
}
