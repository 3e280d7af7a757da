import { startAuditJobs } from './audit/rows.ts'
import { startBatchJobs } from './batches/run.ts'
import type { Deps } from './deps.ts'
import { startMemberImportJobs } from './member-imports/run.ts'
import { startMediaJobs } from './pipeline/jobs.ts'
import type { Server } from './server.ts'
import { startStorageJobs } from './storage/jobs.ts'
import { startProviderJobs } from './supply/providers/jobs.ts'
import { startPublishingJobs } from './supply/publishing/jobs.ts'
import { startTenantJobs } from './tenant-settings/removal.ts'
import { startTitleJobJobs } from './title-jobs/run.ts'
import { startTitleJobs } from './titles/jobs.ts'
import { startEncodingOfStored } from './titles/retry.ts'

/** Starts the background work of every noun; one line each. Work that acts for a person calls the platform as one does. */
export async function startWorkers(deps: Deps, app: Pick<Server, 'request'>): Promise<void> {
  await startMediaJobs(deps)
  await startTitleJobs(deps)
  await startEncodingOfStored(deps)
  await startTitleJobJobs(deps)
  await startStorageJobs(deps)
  await startAuditJobs(deps)
  await startProviderJobs(deps)
  await startPublishingJobs(deps)
  await startTenantJobs(deps)
  await startMemberImportJobs(deps)
  await startBatchJobs(deps, (url, init) => app.request(url, init))
}
