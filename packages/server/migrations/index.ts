import type { Migration } from '../src/kernel/db/migrate.ts'
import { foundation } from './0001_foundation.ts'
import { titles } from './0002_titles.ts'
import { titleSearch } from './0003_title_search.ts'
import { batches } from './0004_batches.ts'
import { standingSince } from './0005_standing_since.ts'
import { knownFiles } from './0006_known_files.ts'
import { namesVersion } from './0007_names_version.ts'
import { madeStreams } from './0011_made_streams.ts'
import { versions } from './0012_versions.ts'
import { batchClient } from './0013_batch_client.ts'
import { statusSince } from './0014_status_since.ts'
import { deletedFiles } from './0015_deleted_files.ts'
import { fileSha256 } from './0016_file_sha256.ts'
import { openUploads } from './0018_open_uploads.ts'
import { imageUploads } from './0019_image_uploads.ts'
import { deletedPictures } from './0020_deleted_pictures.ts'
import { reviews } from './0021_reviews.ts'
import { favourites } from './0022_favourites.ts'
import { deletedAt } from './0023_deleted_at.ts'
import { playback } from './0024_playback.ts'
import { titleJobs } from './0025_title_jobs.ts'
import { formattedSearch } from './0026_formatted_search.ts'
import { translations } from './0027_translations.ts'
import { titleJobProblems } from './0028_title_job_problems.ts'
import { providerRecords } from './0030_provider_records.ts'
import { publishing } from './0031_publishing.ts'
import { tenantSettings } from './0034_tenant_settings.ts'
import { siteSettings } from './0035_site_settings.ts'
import { terms } from './0038_terms.ts'
import { siteConfigurations } from './0039_site_configurations.ts'
import { sessionGeneration } from './0042_session_generation.ts'
import { auditLog } from './0043_audit_log.ts'
import { siteAccess } from './0045_site_access.ts'
import { publishingParts } from './0048_publishing_parts.ts'
import { collections } from './0050_collections.ts'
import { events } from './0053_events.ts'
import { firstEquipment } from './0054_first_equipment.ts'
import { documents } from './0056_documents.ts'
import { members } from './0059_members.ts'
import { memberImports } from './0060_member_imports.ts'
import { subscriptions } from './0062_subscriptions.ts'
import { reportDays } from './0065_report_days.ts'
import { folderOwners } from './0081_folder_owners.ts'
import { uploadSha256 } from './0082_upload_sha256.ts'
import { streamBytes } from './0083_stream_bytes.ts'
import { foldedText } from './0084_folded_text.ts'
import { storedDigests } from './0085_stored_digests.ts'
import { ownFiles } from './0086_own_files.ts'
import { membersByHand } from './0088_members_by_hand.ts'

/** Forward only, in order; one line for each file. */
export const migrations: readonly Migration[] = [
  foundation,
  titles,
  titleSearch,
  batches,
  standingSince,
  knownFiles,
  namesVersion,
  madeStreams,
  versions,
  batchClient,
  statusSince,
  deletedFiles,
  fileSha256,
  openUploads,
  imageUploads,
  deletedPictures,
  reviews,
  favourites,
  deletedAt,
  playback,
  titleJobs,
  formattedSearch,
  translations,
  titleJobProblems,
  providerRecords,
  publishing,
  tenantSettings,
  siteSettings,
  terms,
  siteConfigurations,
  sessionGeneration,
  auditLog,
  siteAccess,
  publishingParts,
  collections,
  events,
  firstEquipment,
  documents,
  members,
  memberImports,
  subscriptions,
  reportDays,
  folderOwners,
  uploadSha256,
  streamBytes,
  foldedText,
  storedDigests,
  ownFiles,
  membersByHand,
]
