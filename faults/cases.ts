import { browserFileCases } from './cases/browser-files.ts'
import { browserKillCases } from './cases/browser-kills.ts'
import { browserLineCases } from './cases/browser-line.ts'
import { browserSurroundingCases } from './cases/browser-surroundings.ts'
import { browserTabCases } from './cases/browser-tabs.ts'
import { bulkCases } from './cases/bulk.ts'
import { clientDiskCases } from './cases/client-disk.ts'
import { databaseCases } from './cases/database.ts'
import { eventVideoCases } from './cases/event-video.ts'
import { killCases } from './cases/kills.ts'
import { lineCases } from './cases/line.ts'
import { memberCases } from './cases/members.ts'
import { pipelineCases } from './cases/pipeline.ts'
import { publishingCases } from './cases/publishing.ts'
import { resumeElsewhereCases } from './cases/resume-elsewhere.ts'
import { staffWriteCases } from './cases/staff-writes.ts'
import { supplyCases } from './cases/supply.ts'
import { surroundingCases } from './cases/surroundings.ts'
import { titleJobCases } from './cases/title-jobs.ts'
import type { Injected } from './proof.ts'
import type { DatabaseKind, Rig, RigOptions, UploadRole } from './rig.ts'

/** One kind of mishap and what must be true after it. */
export interface FaultCase {
  /** Begins with the requirement ids it proves. */
  name: string
  /** Part of the short form within `npm test`. */
  quick?: boolean
  /** A server of its own, where the shared one would not do. */
  own?: Omit<RigOptions, 'random'> & { release?(): void }
  /** Where the database is what fails; otherwise it runs on each. */
  database?: DatabaseKind
  /** What it can upload; both unless set. */
  roles?: readonly UploadRole[]
  /** Why it can't run here, if it can't. */
  absent?(): string | undefined
  run(rig: Rig): Promise<Injected>
}

export const cases: readonly FaultCase[] = [
  ...killCases,
  ...eventVideoCases,
  ...bulkCases,
  ...lineCases,
  ...surroundingCases,
  ...clientDiskCases,
  ...titleJobCases,
  ...publishingCases,
  ...memberCases,
  ...supplyCases,
  ...staffWriteCases,
  ...pipelineCases,
  ...browserKillCases,
  ...browserLineCases,
  ...browserTabCases,
  ...browserFileCases,
  ...browserSurroundingCases,
  ...resumeElsewhereCases,
  ...databaseCases,
]
