import type { categories } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { countCategories, listCategories } from './rows.ts'

export const categoryHandlers: Handlers<typeof categories> = {
  /** API-34; take -1 means all (C-08). */
  async list({ page, take }, { deps: { db }, scope }) {
    const totalRecords = await countCategories(scope, db)
    const limit = take > 0 ? take : Math.max(totalRecords, 1)
    const data = await listCategories(scope, db, { offset: (page - 1) * limit, limit })
    return { data, totalRecords, totalPages: Math.ceil(totalRecords / limit), page }
  },
}
