import { type FileRole, Role, type titles } from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { tenantNotChosen } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import { publishTitle, readTitles, titleNotFound, unpublishTitle } from '../stored-titles/index.ts'
import { streamingLink } from './playback/streaming-link.ts'
import { updateThumbnailType } from './processing/covers.ts'
import { listFrames } from './processing/frames.ts'
import { cancelContent, encodeTrailer, encodeVideo, removeTrailer } from './processing/processing.ts'
import { retryTitle, retryTrailer } from './processing/retry.ts'
import { exportTitles } from './search/export.ts'
import { atTime } from './search/filter.ts'
import { searchPublished, searchTitles } from './search/search.ts'
import { verifyTitle } from './verify.ts'
import { toSingle, toTitlePage } from './view/view.ts'
import { removeTitles } from './write/removal.ts'
import { createTitle, saveTitle } from './write/saving.ts'

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
  async publish({ tag, publish }, context) {
    const { scope, deps } = context
    const act = publish ? publishTitle : unpublishTitle
    return toSingle(context, await act(scope, deps, { tag, by: authorOf(context) }))
  },
  cancelContent: ({ titleTag, isTrailerFile }, context) =>
    cancelContent(titleTag, toRole(isTrailerFile), context),
  removeTrailer: ({ Titletag }, context) => removeTrailer(Titletag, context),
  updateThumbnailType,
  frames: async ({ tag }, context) => ({ frames: await listFrames(tag, context) }),
  verify: ({ tag }, context) => verifyTitle(tag, context),
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
    return toTitlePage({ deps, scope }, await searchPublished(scope, deps.db, { tenantId, page, take }), {
      page,
      take,
    })
  },
  async classChooser({ Tenant: tenantId, contentType, ...search }, { scope, deps }) {
    assertShown(scope, tenantId)
    const wanted = { ...search, tenantId, contentType: toContentType(contentType) }
    return toTitlePage({ deps, scope }, await searchPublished(scope, deps.db, wanted), search)
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
