export {
  assertDiskSpace,
  assertQuotaForDocument,
  assertQuotaForImage,
  assertQuotaForRestored,
  assertQuotaForTitle,
  assertQuotaForUpload,
} from './check.ts'
