import {
  assertNoIssues,
  checkDocument,
  type Document,
  type DocumentDetails,
  type DocumentDraft,
  documents,
  newDocument,
  toMegabytes,
} from '@kinora/core'
import { downloadCommand } from '../documents/download.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { forEachId, outcomeFields } from '../kernel/outcomes.ts'
import { stateOf } from '../kernel/resource/state.ts'
import { resourceVerbs } from '../kernel/resource/verbs.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { actingTenant } from '../tenants/acting-tenant.ts'

const help = {
  active: 'active; --no-active for inactive',
  collection: 'tag of a collection that shows it; all of them from now on',
  class: 'tag of a title that shows it; all of them from now on',
  id: 'document id, as in the list',
} as const

const state = (row: Pick<Document, 'active'>): string => stateOf({ isActive: row.active })

const verbs = resourceVerbs<Document>({
  command: 'documents',
  calls: documents,
  id: 'documentId',
  scope: { tenantId: actingTenant },
  columns: [
    { header: 'ID', value: row => row.documentId, look: 'accent' },
    { header: 'TITLE', value: row => row.title, flexible: true },
    { header: 'STATE', value: state, look: row => (row.active ? 'good' : 'dim') },
    { header: 'PAGES', value: row => row.pages, align: 'right' },
    { header: 'SIZE', value: row => toMegabytes(row.size), align: 'right' },
    { header: 'COLLECTIONS', value: row => row.collectionCount, align: 'right' },
    { header: 'TITLES', value: row => row.titleCount, align: 'right' },
  ],
  details: row => detailsOf(row as DocumentDetails),
  filters: {
    names: { active: 'active' },
    help: {
      query: 'part of the title, description or file name',
      active: help.active,
      sort: text('filter.sort'),
      dir: text('filter.dir'),
    },
  },
  fields: {
    names: { documentName: 'name', collectionTags: 'collection', titleTags: 'class' },
    help: {
      active: help.active,
      file: 'the PDF, under 10 MB and without a password',
      documentName: 'name under which it is downloaded; that of the file unless given',
      collectionTags: help.collection,
      titleTags: help.class,
    },
    // There is one (B-18).
    omit: ['type'],
  },
  samples: { title: ['Four-week plan'], file: ['plan.pdf'] },
  async toDraft(session, { file, ...given }, { row }) {
    const draft = { ...(row ?? newDocument), ...given } as DocumentDraft & { documentName?: string }
    const { documentName, ...rest } = draft
    assertNoIssues(checkDocument(documentName === '' ? rest : draft))
    return file === undefined ? given : { ...given, file: await openPdf(session, String(file)) }
  },
})

const detailsOf = (row: DocumentDetails) =>
  [
    ['id', row.documentId],
    ['title', row.title],
    ['description', row.description],
    ['file', row.documentName],
    ['state', state(row)],
    ['pages', row.pages],
    ['size', toMegabytes(row.size)],
    ['collections', row.collections.map(({ name }) => name).join(', ')],
    ['titles', row.titles.map(({ title }) => title).join(', ')],
    ['sha-256', row.digest],
    ['created', row.createdDate],
    ['version', row.version],
  ] as const

/** DOC-02: name, size and first bytes are checked before anything is sent. */
async function openPdf(session: Session, path: string): Promise<File> {
  const { checkFile } = await import('@kinora/core/media')
  const { name, blob } = await session.world.files.open(path)
  assertNoIssues(await checkFile('document', { name, blob }))
  return new File([await blob.arrayBuffer()], name, { type: 'application/pdf' })
}

const addDownload: FillCommand = (command, session) => {
  command
    .argument('<id>', help.id)
    .option('-o, --output <file>', 'file to write; - for stdout; the document’s own name unless given')
    .hook('preAction', printing(session, ['documentId', 'path', 'size']))
    .action(async (documentId: string, { output }: { output?: string }) =>
      downloadCommand(session, { tenantId: await actingTenant(session), documentId, output }),
    )
  addExamples(command, ['ID', 'ID -o plan.pdf'])
}

interface MapFlags {
  collection?: string[]
  class?: string[]
  none?: boolean
}

const gather = (value: string, earlier: string[] = []) => [...earlier, value]

/** API-115 */
const addMap: FillCommand = (command, session) => {
  command
    .argument('<id>', help.id)
    .option('--collection <tag>', help.collection, gather)
    .option('--class <tag>', help.class, gather)
    .option('--none', 'no collections and no titles')
    .hook('preAction', printing(session, ['status']))
    .action(async (documentId: string, { collection, class: titles, none }: MapFlags) => {
      if (!collection && !titles && !none) throw usage('Say --collection, --class or --none.')
      const collectionTags = none ? (collection ?? []) : collection
      const titleTags = none ? (titles ?? []) : titles
      const tenantId = await actingTenant(session)
      const send = await session.send()
      const answer = await send(documents.map, { tenantId, documentId, collectionTags, titleTags })
      if (session.print.json) session.print.record(answer, [])
      session.print.done('Document mapped')
    })
  addExamples(command, ['ID --collection TAG --class TITLE --class OTHER_TITLE', 'ID --none'])
}

/** API-117 */
const addPlace =
  (call: typeof documents.addToCollection, done: string, example: string): FillCommand =>
  (command, session) => {
    command
      .argument('<id>', help.id)
      .argument('<collection...>', 'collection tags')
      .hook('preAction', printing(session, outcomeFields('collectionTag')))
      .action(async (documentId: string, tags: string[]) => {
        const tenantId = await actingTenant(session)
        const send = await session.send()
        const act = async (collectionTag: string) => {
          await send(call, { tenantId, documentId, collectionTag })
          return done
        }
        await forEachId(session, 'collectionTag', { ids: [...new Set(tags)], act })
      })
    addExamples(command, [example])
  }

/** DOC: `kinora documents`. */
export const documentVerbs: readonly LazyCommand[] = [
  ...verbs,
  {
    name: 'download',
    summary: 'download a PDF; one that was interrupted goes on',
    load: async () => addDownload,
  },
  {
    name: 'map',
    summary: 'say which collections and titles show a document; a list that is left out stays',
    load: async () => addMap,
  },
  {
    name: 'attach',
    summary: 'show a document with collections',
    load: async () => addPlace(documents.addToCollection, 'Shown with the collection', 'ID TAG OTHER_TAG'),
  },
  {
    name: 'detach',
    summary: 'no longer show a document with collections',
    load: async () => addPlace(documents.removeFromCollection, 'Taken out of the collection', 'ID TAG'),
  },
]
