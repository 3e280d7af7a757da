import {
  assertNoIssues,
  type Collection,
  type CollectionDraft,
  type CollectionItem,
  checkCollection,
  collections,
  en,
  CollectionItem as ItemSchema,
  newCollection,
  type Title,
  toActiveState,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { missingRow, whenMissing } from '../kernel/missing.ts'
import { showDone } from '../kernel/outcomes.ts'
import { resourceVerbs, rowFields } from '../kernel/resource.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, fieldsOf, rowsOfPage } from '../kernel/verb.ts'
import { actingTenant, sendForTenant } from '../tenants/tenant.ts'
import { filterFlags } from '../titles/filter-flags.ts'
import { durationText } from '../titles/format.ts'
import { withIds } from '../titles/references.ts'

/** Exit code 3, with how to find what there is. */
const orMissing = <T>(tag: string, work: Promise<T>): Promise<T> =>
  whenMissing(work, () => missingRow(tag, 'List what there is: kinora collections list'))

/** COLL-08, C-144: from when one is shown that its dates keep away. */
function whenOf({ isShown, isOff, isOver, publishedDate, shownFrom }: CollectionItem): string {
  if (isShown) return publishedDate?.slice(0, 10) ?? ''
  if (isOff) return 'off the site while it is inactive'
  return isOver
    ? 'off the site since its end'
    : safe`shown from ${shownFrom?.slice(0, 16).replace('T', ' ') ?? ''}`
}

const addList: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('collections.tag'))
    .hook('preAction', printing(session, Object.keys(ItemSchema.shape)))
    .action(async (tag: string) => {
      const found = sendForTenant(session, collections.view, { tag, upcoming: true })
      const { collectionItems } = await orMissing(tag, found)
      session.print.table<CollectionItem>(collectionItems, [
        { header: 'TAG', value: row => row.tag, look: 'accent' },
        { header: 'TITLE', value: row => row.title, flexible: true },
        { header: 'CHANNEL', value: row => row.channelName, look: 'dim', flexible: true },
        { header: 'LENGTH', value: durationText, align: 'right' },
        { header: 'PUBLISHED', value: whenOf, look: 'dim' },
      ])
    })
  addExamples(command, ['TAG', 'TAG --json tag,publishedDate'])
}

/** API-124, COLL-09 */
const addFind: FillCommand = (command, session) => {
  const toInput = addFlags(command, fieldsOf(collections.classes.input), {
    ...filterFlags,
    omit: ['tenantId', 'classSubCategoryId', 'titleTags', 'externalId', ...rowsOfPage],
    help: {
      ...filterFlags.help,
      duration: 'length in seconds',
      skill: '1 to 10, or',
      intensity: 'intensity, 1 to 10',
      contentType: 'kind of class',
    },
  })
  command
    .hook('preAction', printing(session, rowFields(collections.classes.output)))
    .action((flags: Record<string, unknown>) => find(session, toInput(flags)))
  addExamples(command, ['--query flow --duration 0-600', '--channel lumen-flow --json tag,className'])
}

async function find(session: Session, given: Record<string, unknown>): Promise<void> {
  const { data } = await sendForTenant(session, collections.classes, await withIds(session, given))
  session.print.table<Title>(data, [
    { header: 'TAG', value: row => row.tag, look: 'accent' },
    { header: 'TITLE', value: row => row.className, flexible: true },
    { header: 'CHANNEL', value: row => row.channelName, look: 'dim', flexible: true },
    { header: 'LENGTH', value: durationText, align: 'right' },
    { header: 'SKILL', value: row => row.skill, align: 'right' },
    { header: 'INTENSITY', value: row => row.intensity, align: 'right' },
  ])
}

const writes = {
  add: {
    call: collections.addClasses,
    help: 'add titles at the end of a collection',
    done: (count: number) =>
      say({ one: '{{count}} class added', other: '{{count}} classes added' }, { count }),
  },
  order: {
    call: collections.reorderClasses,
    help: 'put classes into this order; those left out keep their places',
    done: () => 'Classes reordered',
  },
  remove: {
    call: collections.removeClasses,
    help: 'take titles out of a collection',
    done: (count: number) =>
      say({ one: '{{count}} class removed', other: '{{count}} classes removed' }, { count }),
  },
} as const

/** API-128 */
const addWrite =
  (verb: keyof typeof writes): FillCommand =>
  (command, session) => {
    const { call, done } = writes[verb]
    command
      .argument('<tag>', text('collections.tag'))
      .argument('<title...>', text('argument.tags'))
      .hook('preAction', printing(session, ['status']))
      .action(async (tag: string, titleTags: string[]) => {
        const answer = await orMissing(tag, sendForTenant(session, call, { tag, titleTags }))
        showDone(session, answer, done(titleTags.length))
      })
    addExamples(command, [verb === 'remove' ? 'TAG TITLE' : 'TAG TITLE OTHER_TITLE'])
  }

/** COLL-10: `kinora collections classes`. */
const classVerbs: readonly LazyCommand[] = [
  verb('list', 'list the classes of a collection in their order, upcoming ones too', addList),
  verb('find', 'find titles that a collection can have', addFind),
  ...(['add', 'order', 'remove'] as const).map(name => verb(name, writes[name].help, addWrite(name))),
]

const help = { name: 'name, 3 to 40 characters', description: 'description, 3 to 500 characters' } as const

const stateOf = (row: Collection): string => en[`ui.state.${toActiveState(row)}`]
const mark = (on: boolean): string => (on ? '✔' : '')

const verbs = resourceVerbs<Collection>({
  command: 'collections',
  calls: collections,
  id: 'collectionTag',
  inputId: 'tag',
  scope: { tenantId: actingTenant },
  columns: [
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
    names: { titleTags: 'class', documentIds: 'document' },
    help: {
      name: help.name,
      description: help.description,
      active: 'active; --no-active for inactive',
      titleTags: 'tag of a title to put in, in this order',
      documentIds: 'id of a document that it shows; all of them from now on',
    },
  },
  samples: { name: ['Mornings'], description: ['Short classes before work.'], class: ['TAG'] },
  async toDraft(_, given, { row }) {
    const { name, description, active } = given
    const texts = { name, description, active }
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
    .action(async (collectionIds: string[]) => {
      const answer = await sendForTenant(session, collections.reorder, { collectionIds })
      showDone(session, answer, en['success.collectionReordered'])
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
        const answer = await sendForTenant(session, collections.highlight, { tag, [flag]: !off })
        showDone(session, answer, highlights[flag](tag, off))
      })
    addExamples(command, flag === 'isFeaturedCollection' ? ['TAG', 'TAG --off'] : ['TAG'])
  }

/** COLL: `kinora collections`. */
export const collectionVerbs: readonly LazyCommand[] = [
  ...verbs,
  verb('order', 'put collections into this order; those left out keep their places', addOrder),
  verb('feature', 'feature a collection; the former one no longer is', addHighlight('isFeaturedCollection')),
  verb(
    'class-of-day',
    'make it the class of the day; the former one no longer is',
    addHighlight('isClassOfDayCollection'),
  ),
  verb('classes', 'manage the classes of a collection', classVerbs),
]
