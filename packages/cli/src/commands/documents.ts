import {
  assertNoIssues,
  checkDocument,
  type Document,
  type DocumentDetails,
  type DocumentDraft,
  documents,
  downloadDocument,
  en,
  KinoraError,
  newDocument,
  toMegabytes,
} from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { explain, usage } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { forEachId, outcomeFields, showDone } from '../kernel/outcomes.ts'
import { createBar } from '../kernel/progress.ts'
import { resourceVerbs, stateOf } from '../kernel/resource.ts'
import { isStdoutPath, outputPathFor, saveResponse, toFileName } from '../kernel/save-response.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import type { Files } from '../kernel/world.ts'
import { actingTenant, sendForTenant } from '../tenants/tenant.ts'

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
  const { checkDocumentFile } = await import('@kinora/core/media')
  const { name, blob } = await session.world.files.open(path)
  assertNoIssues(await checkDocumentFile({ name, blob }))
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
      const answer = await sendForTenant(session, documents.map, { documentId, collectionTags, titleTags })
      showDone(session, answer, 'Document mapped')
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
  verb('download', 'download a PDF; one that was interrupted goes on', addDownload),
  verb('map', 'say which collections and titles show a document; a list that is left out stays', addMap),
  verb(
    'attach',
    'show a document with collections',
    addPlace(documents.addToCollection, 'Shown with the collection', 'ID TAG OTHER_TAG'),
  ),
  verb(
    'detach',
    'no longer show a document with collections',
    addPlace(documents.removeFromCollection, 'Taken out of the collection', 'ID TAG'),
  ),
]

/** Bytes that are written at once. */
const WRITE_SIZE = 262_144

interface Wanted {
  tenantId: string
  documentId: string
  output: string | undefined
}

/**
 * DOC-06: into a file beside the one that is wanted, which takes its place once all of it is there and is what the server
 * has. A command that was interrupted or killed goes on where it stood.
 */
async function downloadCommand(session: Session, wanted: Wanted): Promise<void> {
  const { world, print } = session
  const send = await session.send()
  const { tenantId, documentId, output } = wanted
  if (output !== undefined && isStdoutPath(output))
    return saveResponse(session, await send(documents.download, { tenantId, documentId }), output)
  const { digest, documentName, size } = await send(documents.view, { tenantId, documentId })
  const path =
    output === undefined ? toFileName(documentName) : await outputPathFor(session, output, documentName)
  // What isn't a file, such as a pipe, has no place beside it and is never replaced by one.
  const isThere = await world.files.exists(path)
  if (isThere && output !== undefined && !(await world.files.isFile(path)))
    return saveResponse(session, await send(documents.download, { tenantId, documentId }), path)
  if (isThere && output === undefined)
    throw explain('conflict', {
      what: safe`${path} is there already`,
      how: 'Name another file with --output, or the same to replace it.',
    })
  const part = `${path}.${toFileName(digest.slice(0, 12))}.part`
  print.note(en['success.downloadingFile'])
  await receive(session, wanted, { part, digest, size, label: documentName })
  await finish(world.files, { part, path, digest })
  print.record({ documentId, path, size }, [['file', path]])
  print.done(en['success.downloadComplete'])
}

/** Goes on where an earlier download of the same content has ended. */
async function receive(
  session: Session,
  { tenantId, documentId }: Wanted,
  { part, digest, size, label }: { part: string; digest: string; size: number; label: string },
): Promise<void> {
  const { files, clock, interrupted: signal } = session.world
  const send = await session.send()
  const bytes = (await files.isFile(part)) ? (await files.open(part)).size : 0
  const bar = await createBar(session, { label, total: size, unit: 'bytes' })
  const sink = partSink(files, part)
  try {
    if (bytes < size || bytes === 0)
      await downloadDocument(send, {
        tenantId,
        documentId,
        sink,
        signal,
        begun: bytes > 0 && bytes < size ? { bytes, digest } : undefined,
        onProgress: ({ done }) => bar.update(done),
        sleep: (milliseconds, ended) => clock.sleep(milliseconds, ended),
      })
  } finally {
    await sink.flush()
    bar.end()
  }
}

/** What came is proved before it takes the place of anything. */
async function finish(files: Files, { part, path, digest }: Record<'part' | 'path' | 'digest', string>) {
  if ((await (await files.open(part)).sha256()) !== digest) {
    await files.remove(part)
    throw new KinoraError('conflict', { detail: en['document.changed'] })
  }
  await files.rename(part, path)
}

/** Pieces are gathered: each write is on the disk before the next. */
function partSink(files: Files, part: string) {
  let waiting: Uint8Array[] = []
  let size = 0
  const flush = async () => {
    if (size === 0) return
    const body = new Blob(waiting as Uint8Array<ArrayBuffer>[]).stream()
    waiting = []
    size = 0
    await files.append(part, body)
  }
  return {
    flush,
    async write(piece: Uint8Array) {
      waiting.push(piece)
      size += piece.byteLength
      if (size >= WRITE_SIZE) await flush()
    },
    async restart() {
      waiting = []
      size = 0
      await files.remove(part)
    },
  }
}
