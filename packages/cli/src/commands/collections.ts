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
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { resourceVerbs } from '../kernel/resource/verbs.ts'
import { text } from '../kernel/texts.ts'
import { actingTenant } from '../tenants/acting-tenant.ts'
import { classVerbs } from './collections-classes.ts'

const help = { name: 'name, 3 to 40 characters', description: 'description, 3 to 500 characters' } as const

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
      query: 'part of the name or description',
      state: 'state',
      sort: text('filter.sort'),
      dir: text('filter.dir'),
      items: 'classes of each in the answer; -1 for all',
    },
  },
  fields: {
    names: { IsActive: 'active', titleTags: 'class', documentIds: 'document' },
    help: {
      name: help.name,
      Name: help.name,
      description: help.description,
      Description: help.description,
      IsActive: 'active; --no-active for inactive',
      titleTags: 'tag of a title to put in, in this order',
      documentIds: 'id of a document that it shows; all of them from now on',
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
    .argument('<tag...>', 'collection tags in the new order')
    .hook('preAction', printing(session, ['status']))
    .action(async (CollectionIds: string[]) => {
      const TenantId = await actingTenant(session)
      const answer = await (await session.send())(collections.reorder, { TenantId, CollectionIds })
      if (session.print.json) session.print.record(answer, [])
      session.print.done(en['success.collectionReordered'])
    })
  addExamples(command, ['TAG OTHER_TAG'])
}

const highlights = {
  isFeaturedCollection: (tag: string, off: boolean) =>
    off ? safe`${tag} is no longer featured` : safe`${tag} is featured`,
  isClassOfDayCollection: (tag: string, off: boolean) =>
    off ? safe`${tag} is no longer the class of the day` : safe`${tag} is the class of the day`,
} as const

/** API-127 */
const addHighlight =
  (flag: keyof typeof highlights): FillCommand =>
  (command, session) => {
    command
      .argument('<tag>', text('collections.tag'))
      .option('--off', 'take it back')
      .hook('preAction', printing(session, ['status']))
      .action(async (tag: string, { off = false }: { off?: boolean }) => {
        const tenant = await actingTenant(session)
        const answer = await (await session.send())(collections.highlight, { tenant, tag, [flag]: !off })
        if (session.print.json) session.print.record(answer, [])
        session.print.done(highlights[flag](tag, off))
      })
    addExamples(command, flag === 'isFeaturedCollection' ? ['TAG', 'TAG --off'] : ['TAG'])
  }

/** COLL: `kinora collections`. */
export const collectionVerbs: readonly LazyCommand[] = [
  ...verbs,
  {
    name: 'order',
    summary: 'put collections into this order; those left out keep their places',
    load: async () => addOrder,
  },
  {
    name: 'feature',
    summary: 'feature a collection; the former one no longer is',
    load: async () => addHighlight('isFeaturedCollection'),
  },
  {
    name: 'class-of-day',
    summary: 'make it the class of the day; the former one no longer is',
    load: async () => addHighlight('isClassOfDayCollection'),
  },
  { name: 'classes', summary: 'manage the classes of a collection', load: async () => classVerbs },
]
