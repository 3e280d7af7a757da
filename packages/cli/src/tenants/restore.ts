import { type DeletedTenant, tenants } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { showExamples } from '../kernel/examples.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { text } from '../kernel/texts.ts'

const fields = namesOf<DeletedTenant>({
  ...{ tenantID: true, name: true, deletedDate: true, restorableUntil: true },
})

/** C-98 */
export const addRestore: FillCommand = (command, session) => {
  command
    .argument('[id]', text('tenants.id'))
    .hook('preAction', printing(session, fields))
    .action(async (id: string | undefined) => {
      const send = await session.send()
      if (id !== undefined) {
        const { tenantID, name } = await send(tenants.restore, { tenantID: id })
        session.print.record({ tenantID, name }, [['id', tenantID]])
        return session.print.done(safe`Restored ${id}`)
      }
      session.print.table((await send(tenants.deleted, {})).data, [
        { header: 'ID', value: row => row.tenantID, look: 'accent' },
        { header: 'NAME', value: row => row.name, flexible: true },
        { header: 'DELETED', value: row => row.deletedDate.slice(0, 10), look: 'dim' },
        { header: 'RESTORABLE UNTIL', value: row => row.restorableUntil.slice(0, 10) },
      ])
    })
  showExamples(command, ['', 'ID'])
}
