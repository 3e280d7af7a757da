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
import { documentText } from '../documents/texts.ts'
import { usage } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { forEachId, outcomeFields } from '../kernel/outcomes.ts'
import { stateOf } from '../kernel/resource/state.ts'
import { resourceVerbs } from '../kernel/resource/verbs.ts'
import type { Session } from '../kernel/session.ts'
import { actingTenant } from '../tenants/acting-tenant.ts'

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
      query: documentText('help.query'),
      active: documentText('help.active'),
      sort: documentText('help.sort'),
      dir: documentText('help.dir'),
    },
  },
  fields: {
    names: { documentName: 'name', collectionTags: 'collection', titleTags: 'class' },
    help: {
      active: documentText('help.active'),
      file: documentText('help.file'),
      documentName: documentText('help.name'),
      collectionTags: documentText('help.collection'),
      titleTags: documentText('help.class'),
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
    .argument('<id>', documentText('help.id'))
    .option('-o, --output <file>', documentText('help.output'))
    .hook('preAction', printing(session, ['documentId', 'path', 'size']))
    .action(async (documentId: string, { output }: { output?: string }) =>
      downloadCommand(session, { tenantId: await actingTenant(session), documentId, output }),
    )
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
    .argument('<id>', documentText('help.id'))
    .option('--collection <tag>', documentText('help.collection'), gather)
    .option('--class <tag>', documentText('help.class'), gather)
    .option('--none', documentText('help.none'))
    .hook('preAction', printing(session, ['status']))
    .action(async (documentId: string, { collection, class: titles, none }: MapFlags) => {
      if (!collection && !titles && !none) throw usage(documentText('nothingToMap'))
      const collectionTags = none ? (collection ?? []) : collection
      const titleTags = none ? (titles ?? []) : titles
      const tenantId = await actingTenant(session)
      const send = await session.send()
      const answer = await send(documents.map, { tenantId, documentId, collectionTags, titleTags })
      if (session.print.json) session.print.record(answer, [])
      session.print.done(documentText('mapped'))
    })
}

/** API-117 */
const addPlace =
  (call: typeof documents.addToCollection, done: 'attached' | 'detached'): FillCommand =>
  (command, session) => {
    command
      .argument('<id>', documentText('help.id'))
      .argument('<collection...>', documentText('help.tags'))
      .hook('preAction', printing(session, outcomeFields('collectionTag')))
      .action(async (documentId: string, tags: string[]) => {
        const tenantId = await actingTenant(session)
        const send = await session.send()
        const act = async (collectionTag: string) => {
          await send(call, { tenantId, documentId, collectionTag })
          return documentText(done)
        }
        await forEachId(session, 'collectionTag', { ids: [...new Set(tags)], act })
      })
  }

/** DOC: `kinora documents`. */
export const documentVerbs: readonly LazyCommand[] = [
  ...verbs,
  { name: 'download', summary: documentText('help.download'), load: async () => addDownload },
  { name: 'map', summary: documentText('help.map'), load: async () => addMap },
  {
    name: 'attach',
    summary: documentText('help.attach'),
    load: async () => addPlace(documents.addToCollection, 'attached'),
  },
  {
    name: 'detach',
    summary: documentText('help.detach'),
    load: async () => addPlace(documents.removeFromCollection, 'detached'),
  },
]
