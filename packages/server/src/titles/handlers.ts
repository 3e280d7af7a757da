import {
  CHUNK_SIZE,
  type FileRole,
  isKinoraError,
  KinoraError,
  type Parsed,
  Role,
  type titles,
  type VerifiedFile,
} from '@kinora/core'
import { sha256 } from '../kernel/digest.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { tenantNotChosen } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import { verifyMade } from '../storage/index.ts'
import {
  askWhenReady,
  markStored,
  publishTitle,
  readTitle,
  readTitles,
  type StoredTitle,
  saveDigestIfUnknown,
  takeBackWhenReady,
  titleNotFound,
  unpublishTitle,
} from '../stored-titles/index.ts'
import { invalidateStoredFile } from '../uploads/index.ts'
import { listFrames, updateThumbnailType, withKeyLock } from './covers.ts'
import { exportTitles } from './export.ts'
import { atTime } from './filter.ts'
import { recentPlays, titleNumbers } from './numbers.ts'
import { cancelContent, encodeTrailer, encodeVideo, removeTrailer } from './processing.ts'
import { retryTitle, retryTrailer } from './retry.ts'
import { createTitle, removeTitles, saveTitle } from './saving.ts'
import { searchPublished, searchTitles } from './search.ts'
import { streamingLink } from './streaming-link.ts'
import { toSingle, toTitlePage } from './view.ts'

export const titleHandlers: Handlers<typeof titles> = {
  search: async (input, context) =>
    toTitlePage(
      { deps: context.deps, scope: searchScope(context, input.tenant) },
      await searchTitles(searchScope(context, input.tenant), context.deps.db, toSearch(input, context)),
      input,
    ),
  create: createTitle,
  async find({ titleTags }, { scope, deps }) {
    const rows = await readTitles(scope, deps.db, titleTags)
    return toTitlePage({ deps, scope }, { rows, total: rows.length }, { page: 1, take: -1 })
  },
  remove: ({ tags }, context) => removeTitles(context.scope, context.deps, { tags, by: authorOf(context) }),
  update: async (input, context) => toSingle(context, await saveTitle(input, context)),
  async publish({ tag, publish, whenReady }, context) {
    const { scope, deps } = context
    const now = publish ? publishTitle : unpublishTitle
    const later = publish ? askWhenReady : takeBackWhenReady
    const act = whenReady ? later : now
    return toSingle(context, await act(scope, deps, { tag, by: authorOf(context) }))
  },
  cancelContent: ({ titleTag, isTrailerFile }, context) =>
    cancelContent(titleTag, toRole(isTrailerFile), context),
  removeTrailer: ({ titleTag }, context) => removeTrailer(titleTag, context),
  updateThumbnailType,
  numbers: titleNumbers,
  plays: recentPlays,
  frames: async ({ tag }, context) => ({ frames: await listFrames(tag, context) }),
  verify: verifyTitle,
  encodeVideo: ({ tag }, context) => encodeVideo(tag, context),
  encodeTrailer: ({ tag }, context) => encodeTrailer(tag, context),
  async retry({ tag, isTrailerFile }, context) {
    const retry = isTrailerFile ? retryTrailer : retryTitle
    return toSingle(context, await retry(tag, context))
  },
  streamingLink,
  export: (input, context) =>
    exportTitles(searchScope(context, input.tenant), toSearch(input, context), context),
  async published({ tenantId, page, take }, { scope, deps }) {
    assertShown(scope, tenantId)
    return toTitlePage({ deps, scope }, await searchPublished(deps.db, { tenantId, page, take }), {
      page,
      take,
    })
  },
  async classChooser({ tenantId, contentType, ...search }, { scope, deps }) {
    assertShown(scope, tenantId)
    const wanted = { ...search, tenantId, contentType: toContentType(contentType) }
    return toTitlePage({ deps, scope }, await searchPublished(deps.db, wanted), search)
  },
}

const toSearch = <T extends Parameters<typeof atTime>[0]>(input: T, { deps }: Context) =>
  atTime(input, deps.clock.now())

const toRole = (isTrailer: boolean): FileRole => (isTrailer ? 'trailer' : 'video')

/** ROLE-12: customer support may name its tenant in the filter as well. */
function searchScope({ scope, caller }: Context, tenant: string | undefined): Scope {
  const isNamed =
    caller.role === Role.Support && scope.kind === 'unchosen' && tenant !== undefined && tenant !== ''
  return isNamed ? { kind: 'tenant', tenantId: tenant } : scope
}

/** What a site shows is asked for by its tenant or by staff; to others it isn't there. */
function assertShown(scope: Scope, tenantId: string): void {
  if (scope.kind === 'unchosen') throw tenantNotChosen()
  if (scope.kind === 'provider' || (scope.kind === 'tenant' && scope.tenantId !== tenantId))
    throw titleNotFound()
}

/** API-30 says `video`; anything unknown doesn't filter. */
function toContentType(name: string): (1 | 2)[] {
  const known = { video: 1, audio: 2 } as const
  return name === 'video' || name === 'audio' ? [known[name]] : []
}

/**
 * OPS-02: the file of a title, read from where it lies; one whose digest nobody kept is believed and its digest kept. One file of an account at a time and only while its caller waits: large
 * ones take minutes, and nobody's are to keep the disk from all others.
 */
async function verifyTitle(
  { tag, made }: Parsed<typeof titles.verify>,
  { scope, deps, caller, signal }: Context,
): Promise<VerifiedFile> {
  const title = await readTitle(scope, deps.db, tag)
  const turn = { key: `titles.verify ${caller.userId}`, signal }
  const original = await verifyOriginal(title, deps, turn)
  return {
    ...original,
    made: made ? await withKeyLock(deps.locks, turn, () => verifyMade(deps, title, signal)) : [],
  }
}

async function verifyOriginal(
  title: StoredTitle,
  deps: Context['deps'],
  turn: { key: string; signal: AbortSignal },
): Promise<Omit<VerifiedFile, 'made'>> {
  const { tag, sourceKey, streamKey } = title
  const { signal } = turn
  // A title that is served without its original has lost it.
  if (sourceKey === null && streamKey !== null) return { sha256: null, chunkTree: null, isIntact: false }
  if (sourceKey === null) throw new KinoraError('notFound')
  const read = await withKeyLock(deps.locks, turn, () =>
    deps.blobs.digests(sourceKey, CHUNK_SIZE, signal).catch((error: unknown) => {
      if (isKinoraError(error) && error.code === 'notFound') return undefined
      throw error
    }),
  )
  const size = await deps.blobs.size(sourceKey)
  const told = await compare(title, { read, size })
  // What is gone may only be unmounted.
  if (read === undefined) return told
  if (!told.isIntact) await invalidateStoredFile(deps.db, sourceKey)
  await markStored(deps.db, { tag, key: sourceKey, isDamaged: !told.isIntact })
  if (told.isIntact)
    await saveDigestIfUnknown(deps.db, sourceKey, {
      fileDigest: told.chunkTree,
      fileSha256: told.sha256,
      ...(size !== undefined && { fileSize: size }),
    })
  return told
}

async function compare(
  { fileDigest, fileSha256, fileSize }: StoredTitle,
  { read, size }: { read: { whole: string; parts: string[] } | undefined; size: number | undefined },
): Promise<Omit<VerifiedFile, 'made'>> {
  if (read === undefined) return { sha256: null, chunkTree: null, isIntact: false }
  const chunkTree = await sha256(Buffer.concat(read.parts.map(part => Buffer.from(part, 'hex'))))
  const isIntact =
    (fileSize === null || fileSize === size) &&
    (fileDigest === null || fileDigest === chunkTree) &&
    (fileSha256 === null || fileSha256 === read.whole)
  return { sha256: read.whole, chunkTree, isIntact }
}
