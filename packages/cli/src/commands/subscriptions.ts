import {
  assertNoIssues,
  checkSubscription,
  createMessages,
  en,
  newSubscription,
  priceWords,
  type Subscription,
  type SubscriptionDraft,
  subscriptions,
} from '@kinora/core'
import { explain, usage } from '../kernel/exit.ts'
import { type ImageFields, withImages } from '../kernel/image-fields.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { resourceVerbs } from '../kernel/resource/verbs.ts'
import type { Session } from '../kernel/session.ts'
import { subscriptionText } from '../subscriptions/texts.ts'
import { actingTenant } from '../tenants/acting-tenant.ts'

const covers = {
  imageLink: { kind: 'subscriptionCover', asset: 'packageCover' },
} as const satisfies ImageFields<string>

const stateOf = ({ status }: Subscription): string => en[`ui.subscriptions.state.${status}`]
const typeOf = ({ subscriptionType }: Subscription): string => en[`ui.subscriptions.type.${subscriptionType}`]

const help = {
  title: subscriptionText('help.title'),
  description: subscriptionText('help.description'),
  subscriptionType: subscriptionText('help.type'),
  collectionTags: subscriptionText('help.collection'),
  pricingTableId: subscriptionText('help.price'),
  imageLink: subscriptionText('help.cover'),
  isActive: subscriptionText('help.active'),
}

const verbs = resourceVerbs<Subscription>({
  command: 'subscriptions',
  calls: subscriptions,
  id: 'subsPackageId',
  scope: { tenantId: actingTenant },
  columns: [
    { header: 'ID', value: row => row.subsPackageId, look: 'accent' },
    { header: 'TITLE', value: row => row.title, flexible: true },
    { header: 'STATE', value: stateOf, look: row => (row.isActive ? 'good' : 'dim') },
    { header: 'TYPE', value: typeOf },
    { header: 'COLLECTIONS', value: row => row.collectionTags.length, align: 'right' },
    { header: 'PRICE', value: row => row.pricingTableId, flexible: true },
  ],
  details: row => [
    ['id', row.subsPackageId],
    ['title', row.title],
    ['description', row.description],
    ['state', stateOf(row)],
    ['type', typeOf(row)],
    ['collections', row.collectionTags.join(', ')],
    ['price', row.pricingTableId],
    ['cover', row.imageLink],
    ['version', row.version],
  ],
  filters: {
    names: { subscriptionType: 'type' },
    help: {
      query: subscriptionText('help.query'),
      status: subscriptionText('help.status'),
      subscriptionType: subscriptionText('help.type'),
      sort: subscriptionText('help.sort'),
      dir: subscriptionText('help.dir'),
    },
  },
  fields: {
    names: {
      ...{ subscriptionType: 'type', collectionTags: 'collection' },
      ...{ pricingTableId: 'price', imageLink: 'cover' },
    },
    help,
  },
  samples: {
    ...{ title: ['Unlimited'], description: ['Every class and every live session.'], type: ['allinone'] },
    ...{ collection: ['TAG'], price: ['price_1Ab2Cd'], cover: ['cover.jpg'] },
  },
  async toDraft(session, given, { row }) {
    const set = given as Partial<SubscriptionDraft>
    // A file is looked at once it is sent; what is wrong with the rest is said before.
    assertNoIssues(checkSubscription({ ...(row ?? newSubscription), ...set }))
    return { ...set, ...(await withImages(session, covers, set)) }
  },
})

/** C-114: what Stripe knows; where it says nothing that is a warning, and an id that it doesn't know is exit code 3. */
const addCheck: FillCommand = (command, session) => {
  command
    .argument('[id]', subscriptionText('help.checkId'))
    .option('--price <id>', subscriptionText('help.price'))
    .hook(
      'preAction',
      printing(session, ['outcome', 'name', 'amount', 'currency', 'interval', 'intervalCount']),
    )
    .action(async (id: string | undefined, { price }: { price?: string }) => {
      const tenantId = await actingTenant(session)
      const pricingTableId = price ?? (await priceOf(session, tenantId, id))
      const answer = await (await session.send())(subscriptions.checkPrice, { tenantId, pricingTableId })
      const words = priceWords(answer, createMessages(en).text)
      if (session.print.json) session.print.record(answer, [])
      if (answer.outcome === 'unknown')
        throw explain('notFound', {
          what: `${pricingTableId}: ${words}`,
          how: subscriptionText('check.unknownHow'),
        })
      if (answer.outcome === 'found') session.print.done(words)
      else session.print.warn(words)
    })
}

async function priceOf(session: Session, tenantId: string, id: string | undefined): Promise<string> {
  if (id === undefined) throw usage(subscriptionText('check.what'))
  const { data } = await (await session.send())(subscriptions.view, { tenantId, subsPackageId: id })
  return data[0]!.pricingTableId
}

/** SUBS: `kinora subscriptions`. */
export const subscriptionVerbs: readonly LazyCommand[] = [
  ...verbs,
  { name: 'check', summary: subscriptionText('help.check'), load: async () => addCheck },
]
