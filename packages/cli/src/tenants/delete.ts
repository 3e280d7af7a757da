import { en, type TenantRemoval, tenants } from '@kinora/core'
import { addExamples } from '../kernel/examples.ts'
import { explain } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { type Outcome, outcomeFields, showOutcomes } from '../kernel/outcomes.ts'
import { demand, requireYes, type Session } from '../kernel/session.ts'
import { text } from '../texts.ts'
import { missingTenant } from './missing.ts'
import { tenantText } from './texts.ts'

/** API-61, C-98: each on its own; one that owns something says what. */
export const addDelete: FillCommand = (command, session) => {
  command
    .argument('<id...>', tenantText('help.ids'))
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, outcomeFields('tenantID')))
    .action(async (tenantIDs: string[], { yes = false }: { yes?: boolean }) => {
      if (!yes) {
        demand(session, '--yes')
        await requireYes(session, text('resource.deleteAsk', { count: tenantIDs.length }))
      }
      const items = await (await session.send())(tenants.remove, { tenantIDs })
      showOutcomes(
        session,
        'tenantID',
        items.map(item => toOutcome(session, item)),
      )
    })
  addExamples(command, ['ID', 'ID OTHER_ID --yes'])
}

function toOutcome(session: Session, item: TenantRemoval): Outcome {
  const { tenantID: id, status } = item
  if (status < 300) return { id, done: en['success.itemDeleted'] }
  if (status === 404) return { id, error: missingTenant(session, id) }
  const what = tenantText('delete.owned', { id, owned: owned(item) })
  return { id, error: explain('conflict', { what, how: tenantText('delete.ownedHow') }) }
}

function owned({ titles, channels }: TenantRemoval): string {
  const words = {
    titles: tenantText('delete.titles', { count: titles }),
    channels: tenantText('delete.channels', { count: channels }),
  }
  if (titles > 0 && channels > 0) return tenantText('delete.and', words)
  return titles > 0 ? words.titles : words.channels
}
