import { en, type TenantRemoval, tenants } from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { showExamples } from '../kernel/examples.ts'
import { explain } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { type Outcome, outcomeFields, showOutcomes } from '../kernel/outcomes.ts'
import { demand, requireYes, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { missingTenant } from './missing.ts'

/** API-61, C-98: each on its own; one that owns something says what. */
export const addDelete: FillCommand = (command, session) => {
  command
    .argument('<id...>', 'tenant ids')
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
  showExamples(command, ['ID', 'ID OTHER_ID --yes'])
}

function toOutcome(session: Session, item: TenantRemoval): Outcome {
  const { tenantID: id, status } = item
  if (status < 300) return { id, done: en['success.itemDeleted'] }
  if (status === 404) return { id, error: missingTenant(session, id) }
  const what = safe`${id} still owns ${owned(item)}`
  return { id, error: explain('conflict', { what, how: 'Delete them or move them to another owner first.' }) }
}

function owned({ titles, channels }: TenantRemoval): string {
  const words = {
    titles: say({ one: '{{count}} title', other: '{{count}} titles' }, { count: titles }),
    channels: say({ one: '{{count}} channel', other: '{{count}} channels' }, { count: channels }),
  }
  if (titles > 0 && channels > 0) return safe`${words.titles} and ${words.channels}`
  return titles > 0 ? words.titles : words.channels
}
