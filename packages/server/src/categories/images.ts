import type { Issue } from '@kinora/core'
import { checkPictures, keepPictures, toPictures } from '../images/index.ts'
import type { Context } from '../kernel/handlers.ts'
import type { Database } from '../ports/db.ts'
import type { CategorySet } from './writes.ts'

const kinds = { imageLink: 'categoryImage', bannerImageLink: 'categoryBanner' } as const

/** CAT-04 */
export const checkImages = (
  set: Pick<CategorySet, 'imageLink' | 'bannerImageLink'>,
  context: Pick<Context, 'deps' | 'signal'>,
): Promise<Issue[]> => checkPictures(toPictures(kinds, set), context)

/** Decision 0040 */
export const keepCategoryImages = (
  tx: Database,
  context: Pick<Context, 'deps'>,
  { before, after }: { before: CategorySet; after: CategorySet },
): Promise<Issue[]> => keepPictures(tx, context, toPictures(kinds, after, before))
