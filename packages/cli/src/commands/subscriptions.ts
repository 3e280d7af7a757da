import {
  assertNoIssues,
  checkSubscription,
  en,
  newSubscription,
  priceWords,
  type Subscription,
  type SubscriptionDraft,
  subscriptions,
} from '@kinora/core'
import { addExamples } from '../kernel/examples.ts'
import { explain, usage } from '../kernel/exit.ts'
import { type ImageFields, withImages } from '../kernel/image-fields.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { messages } from '../kernel/messages.ts'
import { resourceVerbs } from '../kernel/resource.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { actingTenant } from '../tenants/tenant.ts'

const covers = {
  imageLink: { kind: 'subscriptionCover', asset: 'packageCover' },
} as const satisfies ImageFields<string>

const stateOf = ({ status }: Subscription): string => en[`ui.state.${status}`]
const typeOf = ({ subscriptionType }: Subscription): string => en[`ui.subscriptions.type.${subscriptionType}`]

const help = {
  title: 'title, at most 40 characters',
  description: 'description, at most 500 characters',
  subscriptionType: 'allinone for everything of the site, bundle for a choice of collections',
  collectionTags: 'tag of a collection, as in kinora collections list; again for more',
  pricingTableId: 'id of a price of Stripe’s, such as price_1Ab2Cd',
  imageLink: 'cover: a .jpg or .jpeg of 1920 x 564, or the address of a stored one',
  isActive: 'active; --no-active for inactive',
}

const verbs = resourceVerbs<Subscription>({
  command: 'subscriptions',
  calls: subscriptions,
  id: 'subsPackageId',
  scope: { tenantId: actingTenant },
  columns: [
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
      query: 'part of the title or description',
      status: 'state',
      subscriptionType: 'allinone for everything of the site, bundle for a choice of collections',
      sort: text('filter.sort'),
      dir: text('filter.dir'),
    },
  },
  fields: {
    names: {
      subscriptionType: 'type',
      collectionTags: 'collection',
      pricingTableId: 'price',
      imageLink: 'cover',
    },
    help,
  },
  samples: {
    title: ['Unlimited'],
    description: ['Every class and every live session.'],
    type: ['allinone'],
    collection: ['TAG'],
    price: ['price_1Ab2Cd'],
    cover: ['cover.jpg'],
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
    .argument('[id]', 'subscription id, as in the list')
    .option('--price <id>', help.pricingTableId)
    .hook(
      'preAction',
      printing(session, ['outcome', 'name', 'amount', 'currency', 'interval', 'intervalCount']),
    )
    .action(async (id: string | undefined, { price }: { price?: string }) => {
      const tenantId = await actingTenant(session)
      const pricingTableId = price ?? (await priceOf(session, tenantId, id))
      const answer = await (await session.send())(subscriptions.checkPrice, { tenantId, pricingTableId })
      const words = priceWords(answer, messages.text)
      if (session.print.json) session.print.record(answer, [])
      if (answer.outcome === 'unknown')
        throw explain('notFound', {
          what: `${pricingTableId}: ${words}`,
          how: 'Copy the id of the price from Stripe’s product catalogue.',
        })
      if (answer.outcome === 'found') session.print.done(words)
      else session.print.warn(words)
    })
  addExamples(command, ['ID', '--price price_1Ab2Cd --json outcome,amount,currency'])
}

async function priceOf(session: Session, tenantId: string, id: string | undefined): Promise<string> {
  if (id === undefined)
    throw usage('Name a subscription or a price id: kinora subscriptions check ID, or --price PRICE.')
  const { data } = await (await session.send())(subscriptions.view, { tenantId, subsPackageId: id })
  return data[0]!.pricingTableId
}

/** SUBS: `kinora subscriptions`. */
export const subscriptionVerbs: readonly LazyCommand[] = [
  ...verbs,
  verb('check', 'ask Stripe about the price of a subscription, or about a price id', addCheck),
]
