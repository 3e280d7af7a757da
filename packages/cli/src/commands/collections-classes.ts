import {
  type CollectionItem,
  collections,
  type Input,
  CollectionItem as ItemSchema,
  isKinoraError,
  type Title,
} from '@kinora/core'
import { missingRow } from '../categories/owner.ts'
import { collectionText } from '../collections/texts.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { rowsOfPage } from '../kernel/page-flags.ts'
import { rowFields } from '../kernel/resource/rows.ts'
import type { Session } from '../kernel/session.ts'
import { addFlags, fieldsOf } from '../kernel/verb.ts'
import { actingTenant } from '../tenants/acting-tenant.ts'
import { text } from '../texts.ts'
import { contentTypeValues, durationText } from '../titles/format.ts'
import { withIds } from '../titles/references.ts'

/** Exit code 3, with how to find what there is. */
async function orMissing<T>(tag: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!isKinoraError(error) || error.code !== 'notFound') throw error
    throw missingRow(tag, collectionText('missingHow'))
  })
}

/** COLL-08: from when one is shown whose date lies in the future. */
const whenOf = ({ isShown, publishedDate }: CollectionItem): string =>
  isShown
    ? (publishedDate?.slice(0, 10) ?? '')
    : collectionText('shownFrom', { date: publishedDate?.slice(0, 16).replace('T', ' ') ?? '' })

const addList: FillCommand = (command, session) => {
  command
    .argument('<tag>', collectionText('help.tag'))
    .hook('preAction', printing(session, Object.keys(ItemSchema.shape)))
    .action(async (tag: string) => {
      const tenant = await actingTenant(session)
      const send = await session.send()
      const { collectionItems } = await orMissing(
        tag,
        send(collections.view, { tenant, tag, upcoming: true }),
      )
      session.print.table<CollectionItem>(collectionItems, [
        { header: 'TAG', value: row => row.tag, look: 'accent' },
        { header: 'TITLE', value: row => row.title, flexible: true },
        { header: 'CHANNEL', value: row => row.channelName, look: 'dim', flexible: true },
        { header: 'LENGTH', value: durationText, align: 'right' },
        { header: 'PUBLISHED', value: whenOf, look: 'dim' },
      ])
    })
}

/** API-124, COLL-09 */
const addFind: FillCommand = (command, session) => {
  const toInput = addFlags(command, fieldsOf(collections.classes.input), {
    omit: ['tenant', 'classSubCategoryId', 'titleTags', 'externalId', ...rowsOfPage],
    names: {
      ...{ categoryId: 'category', subcategory: 'sub-category', labelId: 'label', channelId: 'channel' },
      ...{ focusAreaId: 'focus-area', equipmentId: 'equipment', providerId: 'provider' },
      ...{ classLanguageName: 'language', contentType: 'type' },
    },
    values: { contentType: contentTypeValues },
    help: {
      query: text('filter.query'),
      page: text('filter.page'),
      take: text('filter.take'),
      sort: collectionText('help.sort'),
      dir: collectionText('help.dir'),
      categoryId: text('field.nameOrId'),
      subcategory: text('field.nameOrId'),
      labelId: text('field.nameOrId'),
      duration: collectionText('help.duration'),
      skill: collectionText('help.skill'),
      intensity: collectionText('help.intensity'),
      focusAreaId: text('field.nameOrId'),
      equipmentId: text('field.nameOrId'),
      classLanguageName: text('field.language'),
      channelId: text('field.nameOrId'),
      providerId: text('field.nameOrId'),
      contentType: collectionText('help.type'),
    },
  })
  command
    .hook('preAction', printing(session, rowFields(collections.classes.output)))
    .action((flags: Record<string, unknown>) => find(session, toInput(flags)))
}

async function find(session: Session, given: Record<string, unknown>): Promise<void> {
  const input: Input<typeof collections.classes> = {
    ...(await withIds(session, given)),
    tenant: await actingTenant(session),
  }
  const { data } = await (await session.send())(collections.classes, input, {
    signal: session.world.interrupted,
  })
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
  add: { call: collections.addClasses, done: 'added', help: 'help.classAdd' },
  order: { call: collections.reorderClasses, done: 'ordered', help: 'help.classOrder' },
  remove: { call: collections.removeClasses, done: 'removed', help: 'help.classRemove' },
} as const

/** API-128 */
const addWrite =
  (verb: keyof typeof writes): FillCommand =>
  (command, session) => {
    const { call, done } = writes[verb]
    command
      .argument('<tag>', collectionText('help.tag'))
      .argument('<title...>', text('argument.tags'))
      .hook('preAction', printing(session, ['status']))
      .action(async (tag: string, titleTags: string[]) => {
        const tenant = await actingTenant(session)
        const send = await session.send()
        const answer = await orMissing(tag, send(call, { tenant, tag, titleTags }))
        if (session.print.json) session.print.record(answer, [])
        session.print.done(collectionText(done, { count: titleTags.length }))
      })
  }

/** COLL-10: `kinora collections classes`. */
export const classVerbs: readonly LazyCommand[] = [
  { name: 'list', summary: collectionText('help.classList'), load: async () => addList },
  { name: 'find', summary: collectionText('help.classFind'), load: async () => addFind },
  ...(['add', 'order', 'remove'] as const).map(verb => ({
    name: verb,
    summary: collectionText(writes[verb].help),
    load: async () => addWrite(verb),
  })),
]
