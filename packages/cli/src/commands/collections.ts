import {
  assertNoIssues,
  type Collection,
  type CollectionDraft,
  checkCollection,
  collections,
  en,
  newCollection,
  toActiveState,
} from '@kinora/core'
import { collectionText } from '../collections/texts.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { resourceVerbs } from '../kernel/resource/verbs.ts'
import { actingTenant } from '../tenants/acting-tenant.ts'
import { classVerbs } from './collections-classes.ts'

const stateOf = (row: Collection): string => en[`ui.collections.state.${toActiveState(row)}`]
const mark = (on: boolean): string => (on ? '✔' : '')

const verbs = resourceVerbs<Collection>({
  command: 'collections',
  calls: collections,
  id: 'collectionTag',
  inputId: 'tag',
  scope: { tenant: actingTenant },
  columns: [
    { header: 'TAG', value: row => row.collectionTag, look: 'accent' },
    { header: 'NAME', value: row => row.name, flexible: true },
    { header: 'STATE', value: stateOf, look: row => (row.active ? 'good' : 'dim') },
    { header: 'CLASSES', value: row => row.itemCount, align: 'right' },
    { header: 'FEATURED', value: row => mark(row.isFeaturedCollection) },
    { header: 'CLASS OF DAY', value: row => mark(row.isClassOfDayCollection) },
  ],
  details: row => [
    ['tag', row.collectionTag],
    ['name', row.name],
    ['description', row.description],
    ['state', stateOf(row)],
    ['classes', row.itemCount],
    ['upcoming', row.upcomingCount],
    ['documents', row.documentIds.join(', ')],
    ['featured', row.isFeaturedCollection],
    ['class of the day', row.isClassOfDayCollection],
    ['display order', row.displayOrder],
    ['version', row.version],
  ],
  filters: {
    help: {
      query: collectionText('help.query'),
      state: collectionText('help.state'),
      sort: collectionText('help.sort'),
      dir: collectionText('help.dir'),
      items: collectionText('help.items'),
    },
  },
  fields: {
    names: { IsActive: 'active', titleTags: 'class', documentIds: 'document' },
    help: {
      name: collectionText('help.name'),
      Name: collectionText('help.name'),
      description: collectionText('help.description'),
      Description: collectionText('help.description'),
      IsActive: collectionText('help.active'),
      titleTags: collectionText('help.class'),
      documentIds: collectionText('help.document'),
    },
  },
  samples: { name: ['Mornings'], description: ['Short classes before work.'], class: ['TAG'] },
  async toDraft(_, given, { row }) {
    const { name, Name = name, description, Description = description, IsActive: active } = given
    const texts = { name: Name, description: Description, active }
    const set = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined))
    assertNoIssues(checkCollection({ ...(row ?? newCollection), ...set } as CollectionDraft))
    return given
  },
})

/** API-130 */
const addOrder: FillCommand = (command, session) => {
  command
    .argument('<tag...>', collectionText('help.tags'))
    .hook('preAction', printing(session, ['status']))
    .action(async (CollectionIds: string[]) => {
      const TenantId = await actingTenant(session)
      const answer = await (await session.send())(collections.reorder, { TenantId, CollectionIds })
      if (session.print.json) session.print.record(answer, [])
      session.print.done(en['success.collectionReordered'])
    })
}

const highlights = {
  isFeaturedCollection: ['featured', 'notFeatured'],
  isClassOfDayCollection: ['classOfDay', 'notClassOfDay'],
} as const

/** API-127 */
const addHighlight =
  (flag: keyof typeof highlights): FillCommand =>
  (command, session) => {
    command
      .argument('<tag>', collectionText('help.tag'))
      .option('--off', collectionText('help.off'))
      .hook('preAction', printing(session, ['status']))
      .action(async (tag: string, { off = false }: { off?: boolean }) => {
        const tenant = await actingTenant(session)
        const answer = await (await session.send())(collections.highlight, { tenant, tag, [flag]: !off })
        if (session.print.json) session.print.record(answer, [])
        session.print.done(collectionText(highlights[flag][off ? 1 : 0], { tag }))
      })
  }

/** COLL: `kinora collections`. */
export const collectionVerbs: readonly LazyCommand[] = [
  ...verbs,
  { name: 'order', summary: collectionText('help.order'), load: async () => addOrder },
  {
    name: 'feature',
    summary: collectionText('help.feature'),
    load: async () => addHighlight('isFeaturedCollection'),
  },
  {
    name: 'class-of-day',
    summary: collectionText('help.classOfDay'),
    load: async () => addHighlight('isClassOfDayCollection'),
  },
  { name: 'classes', summary: collectionText('help.classes'), load: async () => classVerbs },
]
