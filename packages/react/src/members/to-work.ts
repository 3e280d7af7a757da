import type { MemberImport } from '@kinora/core'
import type { Work } from '../file-work/work.ts'

/** An import as its screens see all work on uploaded CSVs. */
export const toWork = ({ status, problem, isFinishing, ...found }: MemberImport): Work => ({
  ...{ status, problem, isFinishing },
  rows: { total: found.totalUsers, done: found.doneUsers, bad: found.failedUsers },
})
