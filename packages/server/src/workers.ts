import { startAppleJobs } from './apple-events/index.ts'
import { startAsOfJobs } from './as-of/index.ts'
import { startAuditJobs } from './audit/rows.ts'
import { startBatchJobs } from './batches/run.ts'
import { startBroadcastJobs } from './broadcasts/jobs.ts'
import { startDeliveryJobs } from './deliveries/index.ts'
import type { Deps } from './deps.ts'
import { startEventLogJobs } from './event-log/index.ts'
import { activateByVideo } from './events/index.ts'
import { startIdempotencyJobs } from './kernel/rows/idempotency.ts'
import { startAiringJobs } from './live/airings.ts'
import { startLiveJobs } from './live/notices.ts'
import { startMemberImportJobs } from './member-imports/run.ts'
import { startMediaJobs } from './pipeline/jobs.ts'
import { startProviderJobs } from './providers/writes.ts'
import { startPublishingJobs } from './publishing/run.ts'
import { startReportJobs } from './reports/mailing.ts'
import type { Server } from './server.ts'
import { startStorageJobs } from './storage/jobs.ts'
import { startStripeJobs } from './stripe-events/index.ts'
import { startTenantJobs } from './tenant-settings/removal.ts'
import { startTitleJobWorkers } from './title-jobs/run.ts'
import { startEncodingOfStored } from './titles/encode-stored.ts'
import { startTitleJobs } from './titles/jobs.ts'
import { startWebhookJobs } from './webhooks/deliver.ts'

/** Starts the background work of every noun; one line each. Work that acts for a person calls the platform as one does. */
export async function startWorkers(
  deps: Deps,
  app: Pick<Server, 'request'>,
  { encoders, takesStreams }: { encoders: number; takesStreams: boolean },
): Promise<void> {
  await startMediaJobs({ ...deps, onEventVideo: activateByVideo, encoders })
  await startTitleJobs(deps)
  await startEncodingOfStored(deps)
  await startTitleJobWorkers(deps)
  await startStorageJobs(deps)
  await startAuditJobs(deps)
  await startProviderJobs(deps)
  await startPublishingJobs(deps)
  await startDeliveryJobs(deps)
  await startTenantJobs(deps)
  await startMemberImportJobs(deps)
  await startStripeJobs(deps)
  await startAppleJobs(deps)
  await startReportJobs(deps)
  await startLiveJobs(deps)
  await startAiringJobs(deps)
  await startBroadcastJobs(deps, { takesStreams })
  await startAsOfJobs(deps)
  await startEventLogJobs(deps)
  await startIdempotencyJobs(deps)
  await startWebhookJobs(deps)
  await startBatchJobs(deps, (url, init) => app.request(url, init))
}
